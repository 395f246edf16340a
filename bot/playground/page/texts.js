// Every text of the page in both languages. What the bot says comes from the bot.

const TEXTS = {
  nl: {
    "you-are": "Je bent",
    channel: "Kanaal",
    language: "Taal",
    people: "Spelen als",
    "second-tab": "Open een tweede tabblad om met twee mensen te spelen.",
    "new-tab": "{name} in een nieuw tabblad",
    newest: "↓ Nieuwste berichten",
    send: "Versturen",
    app: "APP",
    owner: "beheerder",
    "write-here": "Bericht, of / voor een opdracht",
    "only-you": "Alleen jij kunt dit zien",
    dismiss: "Negeren",
    thinking: "denkt na…",
    used: "{name} gebruikte {command}",
    edited: "(bewerkt)",
    failed: "Deze interactie is mislukt. Probeer het nog eens.",
    "no-answer": "De bot heeft niet op tijd geantwoord.",
    "hint-title": "Nog niemand aan de kaarttafel",
    "hint-text": "Typ {command} om een tafel te openen.",
    "hint-waiting": "De bot is nog niet aangemeld. Even geduld…",
    "hint-quiet": "Hier is nog niets gezegd.",
    choose: "Kies…",
    done: "Klaar",
    yes: "Ja",
    no: "Nee",
    optional: "mag leeg",
    "no-command": "Er is geen opdracht die zo heet.",
    cancel: "Annuleren",
    submit: "Versturen",
    "drop-command": "Opdracht laten vallen",
    "not-allowed": "Dat mag je hier niet.",
    gone: "Dat is er niet meer.",
    disabled: "Die knop staat uit.",
    "bad-value": "Dat is geen geldige keuze.",
    "bad-option": "Een van de velden klopt niet.",
    "missing-option": "Vul eerst alle verplichte velden in.",
    "missing-value": "Vul eerst alle verplichte velden in.",
    "unknown-command": "Die opdracht bestaat hier niet.",
    reload: "Deze pagina hoort bij een eerdere keer; laad haar opnieuw.",
    offline: "Geen verbinding met de speeltuin. Opnieuw proberen…",
    unsupported: "[dit kan de speeltuin niet tonen]",
    "just-now": "zojuist",
    unknown: "onbekend",
  },
  en: {
    "you-are": "You are",
    channel: "Channel",
    language: "Language",
    people: "Play as",
    "second-tab": "Open a second tab to play as two people.",
    "new-tab": "{name} in a new tab",
    newest: "↓ Newest messages",
    send: "Send",
    app: "APP",
    owner: "admin",
    "write-here": "Message, or / for a command",
    "only-you": "Only you can see this",
    dismiss: "Dismiss",
    thinking: "is thinking…",
    used: "{name} used {command}",
    edited: "(edited)",
    failed: "This interaction failed. Please try again.",
    "no-answer": "The bot did not answer in time.",
    "hint-title": "Nobody is at the card table yet",
    "hint-text": "Type {command} to open a table.",
    "hint-waiting": "The bot is not logged in yet. One moment…",
    "hint-quiet": "Nothing has been said here yet.",
    choose: "Choose…",
    done: "Done",
    yes: "Yes",
    no: "No",
    optional: "optional",
    "no-command": "There is no command of that name.",
    cancel: "Cancel",
    submit: "Submit",
    "drop-command": "Drop the command",
    "not-allowed": "You may not do that here.",
    gone: "That is not there any more.",
    disabled: "That button is switched off.",
    "bad-value": "That is not a valid choice.",
    "bad-option": "One of the fields is not right.",
    "missing-option": "Fill in all required fields first.",
    "missing-value": "Fill in all required fields first.",
    "unknown-command": "There is no such command here.",
    reload: "This page belongs to an earlier run; please reload it.",
    offline: "No connection to the playground. Trying again…",
    unsupported: "[the playground cannot show this]",
    "just-now": "just now",
    unknown: "unknown",
  },
};

/** What the tab speaks; `locale` is Discord's name for it, sent with every interaction. */
export const language = { code: "en", locale: "en-GB" };

export function speak(wanted) {
  const dutch = wanted.toLowerCase().startsWith("nl");
  language.code = dutch ? "nl" : "en";
  language.locale = dutch ? "nl" : wanted === "en-US" ? "en-US" : "en-GB";
  document.documentElement.lang = language.code;
  for (const node of document.querySelectorAll("[data-text]")) {
    node.textContent = t(node.dataset.text);
  }
}

export function t(key, values = {}) {
  const text = TEXTS[language.code][key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** A name or description of the bot's in the tab's language. */
export function localised(node, field = "name") {
  const all = node[`${field}_localizations`] ?? {};
  return all[language.locale] ?? node[field];
}
