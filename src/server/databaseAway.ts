import { membersOf } from '../base/record.ts'

/** Tells whether something failed because the database, or a machine of it, cannot be reached, is starting or is ending. */
export const isDatabaseAway = (error: unknown): boolean => {
  const { code, message } = membersOf(error)
  return (
    // A machine of several whose connection breaks while it is told to commit: Citus has no code of its own for that.
    (code === 'XX000' && /EOF detected|server closed the connection|connection not open/.test(String(message))) ||
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|57P0[123]|08\w{3}|53300)$/.test(String(code ?? '')) ||
    /timeout exceeded when trying to connect|Connection terminated|after calling end on the pool|not queryable/.test(
      String(message),
    )
  )
}

/** Tells whether that befell rows that are on several machines: those of the others can still be read. */
export const isMachineAway = ({ spread }: { readonly spread?: boolean }, error: unknown): boolean =>
  spread === true && isDatabaseAway(error)
