import type { TalkEvent } from '../../../model/views/notice.ts'
import type { Queries } from '../../database/queries.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Table } from '../../query/table.ts'
import { noticeQueue } from '../notices/noticeQueue.ts'
import { type PersonalNews, publicLabel } from '../notices/personalNews.ts'

/** One person who is told of a comment, and why: each is told of it once, for the first of its reasons. */
export interface ToldOf {
  readonly userId: number
  readonly event: TalkEvent
}

/** A comment, the record that it is about, and the name of whoever wrote it. */
export interface TalkAbout {
  readonly id: string
  readonly table: Table
  readonly row: DataRow
  readonly name: string
}

/** The address that opens a record at a comment. */
export const pageOfComment = ({ register }: Table, record: unknown, comment: string): string =>
  `${register.views.path}/${encodeURIComponent(String(record))}?comentario=${comment}`

/** The words of a comment's notice, and where it leads. */
export const talkWords = ({ id, table, row, name }: TalkAbout): Pick<PersonalNews, 'page' | 'words'> => ({
  page: pageOfComment(table, row.id, id),
  words: { name, register: table.register.title, record: publicLabel(row, table) },
})

/** Notes whom to tell, as part of the transaction that wrote it. `cause` tells this from what else befalls the comment. */
export async function tellOfComment(
  q: Queries,
  told: readonly ToldOf[],
  about: TalkAbout,
  { lojaId, cause }: Pick<PersonalNews, 'lojaId' | 'cause'>,
): Promise<void> {
  const { table, row } = about
  const item = { lojaId, cause, register: table.register.name, record: String(row.id), ...talkWords(about) }
  const groups = Map.groupBy(told, ({ event }) => event)
  if (groups.size === 0) return
  await noticeQueue.add(
    q,
    [...groups].map(([discuss, all]) => ({ ...item, news: { discuss }, to: { ids: all.map(({ userId }) => userId) } })),
  )
}
