import { chakra } from '@chakra-ui/react/styled-system'
import { useCallback } from 'react'
import useSWR from 'swr'
import { membersOf } from '../../../base/record.ts'
import type { ListView } from '../../../model/model.ts'
import { runCallSpec } from '../../actions/perform/runCallSpec.ts'
import { rowScope } from '../../actions/rowScope.ts'
import { type CacheKey, cacheScope } from '../../data/caches.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import { usePhoneScreen } from '../../ui/useMediaQuery.ts'
import { RowKeys } from '../keys/RowKeys.tsx'
import type { ListTools } from '../listTools.ts'

interface Props {
  readonly tools: ListTools
  readonly rows: readonly RegisterRow[]
}

/** The lines over the rows: the definition's note, and the keys of a row. */
export default function ListNote({ tools, rows }: Props) {
  const phone = usePhoneScreen()
  const { note } = tools.register.views.list
  return (
    <>
      {note ? <Note tools={tools} note={note} /> : null}
      {!phone && tools.rowActions.some(({ keys }) => keys) ? <RowKeys tools={tools} rows={rows} /> : null}
    </>
  )
}

interface NoteProps {
  readonly tools: ListTools
  readonly note: NonNullable<ListView['note']>
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
