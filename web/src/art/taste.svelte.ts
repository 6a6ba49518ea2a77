// How somebody likes cards to look: what the settings say, for the drawings, which know nothing of settings.

export const taste = $state({
    /** The letters of the suit on French cards. */
    letters: false,
    /** One large index and one large sign instead of pips and courts. */
    largeIndex: false,
});
