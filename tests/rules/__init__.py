"""Tests of the rules core; a package, so that its file names may occur elsewhere too."""
