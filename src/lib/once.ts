/** Message of the conflict when an id that the client made was used before, with other content. */
export const USED_OTHERWISE = "Diese id wurde schon mit anderem Inhalt verwendet"
