import { membersOf } from '../../../base/record.ts'

/** Of the operating system: no space, no space for this user. Of PostgreSQL: its disk is full. */
const codes = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100'])

/** Tells whether something failed because a disk is full: of this machine, or of the database's. */
export const isDiskFull = (error: unknown): boolean => codes.has(membersOf(error).code)
