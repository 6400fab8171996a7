import type { ValueOptions } from './kind.ts'

/** Tells whether a value is looked at rather than read. */
export const showsPicture = (field: ValueOptions | undefined): boolean => field?.kind === 'image'
