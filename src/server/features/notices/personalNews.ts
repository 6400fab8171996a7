import type { Model } from '../../../model/model.ts'
import { type PersonalStart, personalNotice } from '../../../model/views/notice.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Table } from '../../query/table.ts'
import { recordLabel } from '../../write/writeHistory.ts'
import type { NoticeOutcome } from './noticeHits.ts'
import type { WantedReaders } from './readers.ts'

/** News for single people of a record: why, whom it concerns, and the words that they read. */
export interface PersonalNews {
  readonly lojaId: number
  readonly news: PersonalStart
  readonly register: string
  readonly record: string
  /** Of these those who see the record by then. */
  readonly to: Extract<WantedReaders, { ids: unknown } | { gate: unknown }>
  /** The person who did it, and hears nothing of it. */
  readonly not?: number | undefined
  readonly page: string
  readonly words: Readonly<Record<string, string>>
  /** Tells this news from others: nobody is told of it twice. */
  readonly cause: string
}

/** How notices call a record: they go to mailboxes and telephones, and tell no name of a person. */
export const publicLabel = (row: DataRow, table: Table): string =>
  (table.byName.get(table.register.label)?.field.personal ? '' : recordLabel(row, table)) || `nº ${String(row.id)}`

/** The outcome for `tellPeople`, a hit for each person; none where the definitions have no notice for it. */
export function personalOutcome(
  { news, page, words, cause }: Pick<PersonalNews, 'news' | 'page' | 'words' | 'cause'>,
  people: readonly number[],
  model: Model,
): NoticeOutcome[] {
  const notice = personalNotice(model.notices, news)
  if (!notice) return []
  const text = notice.text.replace(/\{([^{}]*)\}/g, (_, word: string) => words[word] ?? '')
  // Names of people and records may have braces, which are no placeholders.
  const one = { ...notice, text: text.replaceAll(/[{}]/g, ''), page, once: true }
  const hits = people.map(to => ({ row: {}, to, cause: `${cause} ${to}`, about: cause }))
  return [{ notice: one, hits, misses: [] }]
}
