import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import type { HistoryFieldChange } from '../../../api/history.ts'
import { Button } from '../../../controls/Button.tsx'
import { useTranslate } from '../../data/session.tsx'

const Table = chakra('table', {
  base: {
    width: '100%',
    textStyle: 'table',
    tableLayout: 'fixed',
    fontVariantNumeric: 'tabular-nums',
    borderWidth: '1px',
    borderColor: 'border',
    '& th': { px: '2.5', py: '1.5', color: 'fg.muted', fontWeight: 'medium', bg: 'bg.subtle', textAlign: 'start' },
    '& td': {
      px: '2.5',
      py: '1.5',
      borderTopWidth: '1px',
      borderColor: 'border.muted',
      overflowWrap: 'anywhere',
      verticalAlign: 'top',
    },
  },
})

/** Most that are shown at first. */
const few = 8

/** Field by field: before and after. Of a new record only what it began with. */
export function ChangeTable({
  changes,
  created,
}: {
  readonly changes: readonly HistoryFieldChange[]
  readonly created: boolean
}) {
  const say = useTranslate()
  const [all, setAll] = useState(false)
  const shown = all ? changes : changes.slice(0, few)
  if (changes.length === 0) return null
  return (
    <>
      <Table>
        <thead>
          <tr>
            <th scope="col">{say('field')}</th>
            {created ? null : <th scope="col">{say('before')}</th>}
            <th scope="col">{say(created ? 'value' : 'after')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(change => (
            <tr key={change.path}>
              <td>{change.title}</td>
              {created ? null : <td>{change.fromText || '—'}</td>}
              <td>{change.toText || '—'}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {changes.length > shown.length ? (
        <Button look="link" size="sm" onClick={() => setAll(true)}>
          {say('work.more-fields', { count: changes.length - shown.length })}
        </Button>
      ) : null}
    </>
  )
}
