/** Thrown for an answer of another service that is not what its contract says; the message names the part. */
export class UnexpectedAnswer extends Error {}
