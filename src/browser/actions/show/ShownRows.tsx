import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { sum } from '../../../base/decimal.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Spinner } from '../../../controls/Spinner.tsx'
import { fadingEdges, useScrollEdges } from '../../../controls/useScrollEdges.ts'
import { asValue } from '../../../kinds/asValue.ts'
import { KindCell } from '../../../kinds/cells.ts'
import { kindByName } from '../../../kinds/values.ts'
import { valueText, withNeededDecimals } from '../../../kinds/valueText.ts'
import type { ShowView } from '../../../model/action.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { CallSpec, Field } from '../../../model/model.ts'
import { CallError } from '../../data/api.ts'
import { failureText } from '../failureText.ts'
import { RowButton } from './RowButton.tsx'
import { type ShownGroup, shownGroups } from './shownGroups.ts'

interface Props {
  readonly view: ShowView
  /** Names the table where it has no groups. */
  readonly title: string
  readonly say: Translate
  load(): Promise<unknown>
  /** Makes the call of a row's button; without it rows have none. */
  act?(call: CallSpec, row: Row): Promise<unknown>
  /** The text of a row's button. */
  tell?(title: string, row: Row): unknown
}

/** Rows of a call's reply, loaded when this is drawn. */
export default function ShownRows({ view, title, say, load, act, tell }: Props) {
  const { groups, failure, again } = useShown(view, load, say)
  if (failure !== undefined)
    return (
      <Banner tone="danger" actions={<Button onClick={again}>{say('retry')}</Button>}>
        {failure}
      </Banner>
    )
  if (!groups)
    return (
      <chakra.div display="grid" placeItems="center" minHeight="8rem">
        <Spinner size="1.5rem" label={say('loading')} />
      </chakra.div>
    )
  if (groups.length === 0) return <chakra.p color="fg.muted">{say(view.empty ?? 'empty-list')}</chakra.p>
  return (
    <chakra.div display="flex" flexDirection="column" gap="4" minWidth="0">
      {groups.map(group => (
        <GroupTable
          key={group.name}
          group={group}
          view={view}
          title={title}
          button={
            view.act && act && tell
              ? row => view.act && <RowButton act={view.act} row={row} say={say} send={act} tell={tell} done={again} />
              : undefined
          }
        />
      ))}
    </chakra.div>
  )
}

/** Loads once; a session that is read anew does not load again. */
function useShown(view: ShowView, load: () => Promise<unknown>, say: Translate) {
  const [groups, setGroups] = useState<readonly ShownGroup[]>()
  const [failure, setFailure] = useState<string>()
  const latest = useRef({ view, load, say })
  latest.current = { view, load, say }
  const standing = useRef(true)
  const run = useCallback(() => {
    setFailure(undefined)
    const now = latest.current
    now.load().then(
      reply => standing.current && setGroups(shownGroups(reply, now.view)),
      (error: unknown) => standing.current && setFailure(failureOf(error, now.view, now.say)),
    )
  }, [])
  useEffect(() => {
    standing.current = true
    run()
    return () => {
      standing.current = false
    }
  }, [run])
  return { groups, failure, again: run }
}

/** The server's own words, unless it broke down or is away and the definition says something; why a service outside failed follows that. */
function failureOf(error: unknown, { failure }: ShowView, say: Translate): string {
  if (error instanceof CallError && error.status === 424 && failure !== undefined) return failureText(say(failure), error.message)
  const told = error instanceof CallError && error.status > 0 && error.status < 500
  if (told || (failure === undefined && error instanceof Error && error.message !== '')) return error.message
  return say(failure ?? 'load-failed')
}

interface GroupProps {
  readonly group: ShownGroup
  readonly view: ShowView
  readonly title: string
  readonly button: ((row: Row) => ReactNode) | undefined
}

function GroupTable({ group, view, title, button }: GroupProps) {
  const { totals } = view
  // Quantities of whole things stand without decimals.
  const columns = view.columns.map(column =>
    withNeededDecimals(
      column,
      group.rows.map(row => row[column.name]),
    ),
  )
  const edges = useScrollEdges()
  return (
    <section>
      {group.name === '' ? null : (
        <chakra.h3 textStyle="label" mb="1">
          {group.name}
        </chakra.h3>
      )}
      <chakra.div
        ref={edges}
        role="group"
        aria-label={group.name || title}
        tabIndex={0}
        css={fadingEdges}
        overflowX="auto"
        borderWidth="1px"
        borderColor="border"
        borderRadius="md"
      >
        <Table aria-label={group.name || title} {...(totals.length === 0 ? { css: cards } : {})}>
          <thead>
            <tr>
              {columns.map(column => (
                <chakra.th key={column.name} scope="col" textAlign={alignOf(column)}>
                  {column.title}
                </chakra.th>
              ))}
              {button ? <td /> : null}
            </tr>
          </thead>
          <tbody>
            {group.rows.map((row, at) => (
              // Rows of a reply have no names of their own; they are drawn anew with each.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <tr key={at}>
                {columns.map(column => (
                  <chakra.td key={column.name} data-title={column.title} textAlign={alignOf(column)}>
                    <Shown row={row} column={column} />
                  </chakra.td>
                ))}
                {button ? <chakra.td textAlign="end">{button(row)}</chakra.td> : null}
              </tr>
            ))}
          </tbody>
          {totals.length > 0 ? <Totals columns={columns} totals={totals} rows={group.rows} /> : null}
        </Table>
      </chakra.div>
    </section>
  )
}

type Row = ShownGroup['rows'][number]

/** References of a reply are plain names or numbers: nothing is looked up. */
function Shown({ row, column }: { readonly row: Row; readonly column: Field }) {
  const value = row[column.name]
  if (value === null || value === undefined || value === '') return <chakra.span color="fg.subtle">—</chakra.span>
  if (kindByName(column.kind).chosenFrom === 'records') return String(value)
  return <KindCell value={asValue(value)} field={column} row={row} title={column.title} />
}

function Totals({
  columns,
  totals,
  rows,
}: {
  readonly columns: readonly Field[]
  readonly totals: readonly string[]
  readonly rows: readonly Row[]
}) {
  const totalOf = ({ name }: Field): number => sum(rows.map(row => row[name]).filter(value => typeof value === 'number'))
  return (
    <tfoot>
      <tr>
        {columns.map((column, at) => (
          <chakra.td key={column.name} textAlign={alignOf(column)}>
            {totals.includes(column.name) ? valueText(totalOf(column), column) : at === 0 ? 'Total' : ''}
          </chakra.td>
        ))}
      </tr>
    </tfoot>
  )
}

/** On a phone a row is a card, its columns named in it and its button in sight; what is summed stays a table. */
const cards = {
  mdDown: {
    display: 'block',
    '& thead': { srOnly: true },
    '& tbody, & tr': { display: 'grid' },
    '& tr': { p: '3', gap: '1' },
    '& tr + tr': { borderTopWidth: '1px', borderColor: 'border' },
    '& td': { display: 'flex', justifyContent: 'space-between', gap: '3', p: '0', borderTopWidth: '0', overflowWrap: 'anywhere' },
    '& td[data-title]': { _before: { content: 'attr(data-title)', color: 'fg.muted', flexShrink: '0' } },
    '& td:not([data-title])': { justifyContent: 'flex-end', pt: '1' },
  },
} as const

const alignOf = ({ kind }: Field) => kindByName(kind).align

const Table = chakra('table', {
  base: {
    width: '100%',
    textStyle: 'table',
    fontVariantNumeric: 'tabular-nums',
    '& th': { px: '3', py: '2', color: 'fg.muted', fontWeight: 'medium', bg: 'bg.subtle', whiteSpace: 'nowrap' },
    '& td': { px: '3', py: '2', borderTopWidth: '1px', borderColor: 'border.muted' },
    '& thead td': { bg: 'bg.subtle', borderTopWidth: '0' },
    '& tfoot td': { fontWeight: 'semibold', bg: 'bg.subtle' },
  },
})
