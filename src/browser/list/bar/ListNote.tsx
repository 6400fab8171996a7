import { chakra } from '@chakra-ui/react/styled-system'
import { useCallback, useMemo } from 'react'
import useSWR from 'swr'
import type { TotalsReply } from '../../../api/batch.ts'
import { membersOf } from '../../../base/record.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Field, ListView, Register, Where } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { runCallSpec } from '../../actions/perform/runCallSpec.ts'
import { rowScope } from '../../actions/rowScope.ts'
import { call } from '../../data/api.ts'
import { type CacheKey, cacheScope } from '../../data/caches.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import { useLocation } from '../../router/router.tsx'
import { usePhoneScreen } from '../../ui/useMediaQuery.ts'
import { RowKeys } from '../keys/RowKeys.tsx'
import type { ListTools } from '../listTools.ts'
import { listFilterOf } from '../query/listQuery.ts'
import { readListState } from '../query/listUrlState.ts'

interface Props {
  readonly tools: ListTools
  readonly rows: readonly RegisterRow[]
}

/** Lines over the rows: the definition's note, and the keys of a row. */
export default function ListNote({ tools, rows }: Props) {
  const phone = usePhoneScreen()
  const { note } = tools.register.views.list
  return (
    <>
      {note && 'load' in note ? <Note tools={tools} note={note} /> : null}
      {note && 'sums' in note ? <SumsByOption tools={tools} note={note} /> : null}
      {!phone && tools.rowActions.some(({ keys }) => keys) ? <RowKeys tools={tools} rows={rows} /> : null}
    </>
  )
}

type AnyNote = NonNullable<ListView['note']>

interface NoteProps {
  readonly tools: ListTools
  readonly note: Extract<AnyNote, { load: unknown }>
}

/** A text of a call's reply over the rows; read again with them. What cannot be read leaves the line empty: the rows stand for themselves. */
function Note({ tools: { register, evaluate }, note }: NoteProps) {
  const key: CacheKey = ['rows', register.name, cacheScope(), 'note']
  const read = useCallback(() => runCallSpec(note.load, rowScope(undefined), evaluate), [note, evaluate])
  const { data } = useSWR<unknown>(key, read, { revalidateOnFocus: false, shouldRetryOnError: false })
  const text = membersOf(data)[note.member]
  return (
    <chakra.p textStyle="sm" color="fg.muted" minHeight="1lh" aria-live="polite">
      {typeof text === 'string' ? text : ''}
    </chakra.p>
  )
}

interface SumsProps {
  readonly tools: ListTools
  readonly note: Extract<AnyNote, { sums: unknown }>
}

/** Sums of the list's filter, one for each option: options across which nothing is added up. */
function SumsByOption({ tools: { register, say }, note }: SumsProps) {
  const { search } = useLocation()
  const filter = useMemo(() => listFilterOf(readListState(new URLSearchParams(search), register), register), [search, register])
  const by = fieldOf(register, note.by)
  const fields = note.sums.flatMap(name => fieldOf(register, name) ?? [])
  const asked = by && fields.length > 0 ? { by, fields, filter, only: note.only?.where } : undefined
  const key: CacheKey | null = asked ? ['rows', register.name, cacheScope(), 'sums', filter] : null
  const { data } = useSWR<readonly OptionSums[]>(key, () => (asked ? sumsOf(register, asked) : []), { keepPreviousData: true })
  if (!data || data.length === 0) return null
  return (
    <chakra.div display="flex" flexWrap="wrap" columnGap="6" rowGap="1" fontVariantNumeric="tabular-nums" aria-live="polite">
      <chakra.dl display="contents">
        {data.flatMap(({ title, totais }) =>
          fields.map(field => (
            <chakra.div key={`${title} ${field.name}`} display="flex" gap="2">
              <chakra.dt color="fg.muted">
                {fields.length > 1 ? `${title}, ${field.title}` : say('list.totals-of', { title })}
              </chakra.dt>
              <chakra.dd m="0" fontWeight="600">
                {kindByName(field.kind).format(totais[field.name] ?? null, field)}
              </chakra.dd>
            </chakra.div>
          )),
        )}
      </chakra.dl>
      {note.only ? <chakra.div color="fg.muted">{say(note.only.message)}</chakra.div> : null}
    </chakra.div>
  )
}

interface OptionSums {
  readonly title: string
  readonly totais: TotalsReply['totais']
}

interface AskedSums {
  readonly by: Field
  readonly fields: readonly Field[]
  readonly filter: ReturnType<typeof listFilterOf>
  readonly only: Where | undefined
}

/** The sums of each option that has rows. */
async function sumsOf({ name }: Register, { by, fields, filter: { where, q }, only }: AskedSums): Promise<readonly OptionSums[]> {
  const campos = fields.map(field => field.name).join(',')
  const sums = await Promise.all(
    (by.choices ?? []).map(async ({ value, title }) => {
      const parts = [where, only, { [by.name]: value }].filter(part => part !== undefined)
      const query = { campos, filter: { where: { and: parts } }, q }
      const { count, totais } = (await call<TotalsReply>('GET', `${name}/totais`, { query })).data
      return { title, count, totais }
    }),
  )
  return sums.filter(({ count }) => count > 0)
}
