import { isRecord } from '../../../base/record.ts'
import type { Queries } from '../../database/queries.ts'

/** How somebody wants to be told of a notice. */
export interface NoticeChoice {
  readonly app: boolean
  readonly mail: boolean
  readonly push: boolean
}

/** Until somebody chooses: in the product, and nowhere else. */
export const usualChoice: NoticeChoice = { app: true, mail: false, push: false }

/** Under which somebody's choices lie among what they like. */
const PREFERENCE = 'avisos'

export type ChoicesByNotice = Readonly<Record<string, NoticeChoice>>

/** Choices of each of these people, by notice. */
export async function choicesOf(q: Queries, userIds: readonly number[]): Promise<ReadonlyMap<number, ChoicesByNotice>> {
  const { rows } = await q.query<{ userId: string; value: string }>(
    'SELECT "userId", value FROM system.preferences WHERE name = $1 AND "userId" = ANY($2::bigint[])',
    [PREFERENCE, userIds],
  )
  return new Map(rows.map(({ userId, value }) => [Number(userId), readChoices(value)]))
}

/** Reads what was kept, which anybody's program may have written: whatever is no choice is none. */
function readChoices(text: string): ChoicesByNotice {
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, said]): [string, NoticeChoice][] =>
      isRecord(said) ? [[name, { app: said.app !== false, mail: said.mail === true, push: said.push === true }]] : [],
    ),
  )
}

/** Keeps how somebody wants to be told of a notice. */
export async function keepChoice(q: Queries, userId: number, name: string, choice: NoticeChoice): Promise<void> {
  await q.query(
    `INSERT INTO system.preferences AS p ("userId", name, value) VALUES ($1, $2, jsonb_build_object($3::text, $4::jsonb)::text)
     ON CONFLICT ("userId", name) DO UPDATE SET value = (p.value::jsonb || jsonb_build_object($3::text, $4::jsonb))::text, "updatedAt" = now()`,
    [userId, PREFERENCE, name, JSON.stringify(choice)],
  )
}
