import type { ValueOptions } from './kind.ts'

/** Whether a value is looked at rather than read. */
export const showsPicture = (field: ValueOptions | undefined): boolean => field?.kind === 'image'
