/** Most bytes of an attachment, whatever its field says. */
export const largestAttachment = 5 * 1024 * 1024

/** Tells whether a type is one of those that a field takes: `application/pdf`, `image/*`. A field that names none takes all. */
export const isAcceptedType = (type: string, accepts: readonly string[] | undefined): boolean =>
  accepts === undefined || accepts.some(each => each === type || (each.endsWith('/*') && type.startsWith(each.slice(0, -1))))
