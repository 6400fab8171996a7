import type { Model } from '../../../model/model.ts'
import type { Notice, TalkEvent } from '../../../model/views/notice.ts'
import type { Store } from '../../access/users.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Table } from '../../query/table.ts'
import type { Service } from '../../service.ts'
import { recordLabel } from '../../write/writeHistory.ts'
import type { NoticeOutcome } from '../notices/noticeHits.ts'
import { tellPeople } from '../notices/tellPeople.ts'

/** One person who is told of a comment, and why: each is told of it once, for the first of its reasons. */
export interface ToldOf {
  readonly userId: number
  readonly event: TalkEvent
  /** Tells this telling of the comment from others. */
  readonly cause: string
}

/** A comment, the record that it is about, and the name of whoever wrote it. */
export interface TalkAbout {
  readonly id: string
  readonly table: Table
  readonly row: DataRow
  readonly name: string
}

/** The notices of the Model for what happens to comments. */
const noticeFor = (model: Model, event: TalkEvent): Notice | undefined =>
  Object.values(model.notices).find(({ on }) => 'discuss' in on && on.discuss === event)

/** The address that opens a record at a comment. */
export const pageOfComment = ({ register }: Table, record: unknown, comment: string): string =>
  `${register.views.path}/${encodeURIComponent(String(record))}?comentario=${comment}`

/** A record as notices call it: they go to mailboxes and telephones, and tell no name of a person. */
const publicLabel = (row: DataRow, table: Table): string =>
  (table.byName.get(table.register.label)?.field.personal ? '' : recordLabel(row, table)) || `nº ${String(row.id)}`

/** The outcomes for `tellPeople`: none where the definitions have no notice for it. */
export function talkOutcomes(told: readonly ToldOf[], about: TalkAbout, model: Model): NoticeOutcome[] {
  const { table, row, id, name } = about
  return told.flatMap(({ userId, event, cause }) => {
    const notice = noticeFor(model, event)
    if (!notice) return []
    const values = new Map([
      ['name', name],
      ['register', table.register.title],
      ['record', publicLabel(row, table)],
    ])
    const words = notice.text.replace(/\{([^{}]*)\}/g, (_, word: string) => values.get(word) ?? '')
    // Names of people and records may have braces, which are no placeholders.
    const one = { ...notice, text: words.replaceAll(/[{}]/g, ''), page: pageOfComment(table, row.id, id) }
    const hit = { row: {}, to: userId, cause: `${cause} ${userId}`, about: id }
    return [{ notice: { ...one, once: true }, hits: [hit], misses: [] }]
  })
}

/** Tells these people, each as they chose. */
export async function tellOfComment(
  told: readonly ToldOf[],
  about: TalkAbout,
  { service, model, store }: { readonly service: Service; readonly model: Model; readonly store: Store },
): Promise<void> {
  const outcomes = talkOutcomes(told, about, model)
  if (outcomes.length === 0) return
  await tellPeople(outcomes, { service, place: { model, store, limits: new Map(), record: {} } })
}
