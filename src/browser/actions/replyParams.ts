import { membersOf } from '../../base/record.ts'

/** The plain members of a reply, as a message takes them. */
export const replyParams = (reply: unknown): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(membersOf(reply)).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  )
