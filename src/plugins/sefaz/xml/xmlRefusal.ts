/** A document that is not read at all, and why: it is hostile, or no XML. */
export class XmlRefusal extends Error {}
