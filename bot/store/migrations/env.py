"""What Alembic runs: the migrations, on the connection and in the transaction of `migrate`."""

from alembic import context

from bot.store.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    # Alembic believes SQLite cannot do this; it can, once the driver leaves transactions to us.
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
