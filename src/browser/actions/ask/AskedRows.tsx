import { chakra } from '@chakra-ui/react/styled-system'
import { Spinner } from '../../../controls/Spinner.tsx'
import { fadingEdges, useScrollEdges } from '../../../controls/useScrollEdges.ts'
import { asValue } from '../../../kinds/asValue.ts'
import { KindCell } from '../../../kinds/cells.ts'
import { KindInput } from '../../../kinds/inputs.ts'
import { kindByName } from '../../../kinds/values.ts'
import { withNeededDecimals } from '../../../kinds/valueText.ts'
import type { AskedRowsView } from '../../../model/action.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Field } from '../../../model/model.ts'
import type { AskedRow, LoadedRows } from './useLoadedRows.ts'

interface Props {
  readonly view: AskedRowsView
  readonly loaded: LoadedRows
  /** Of the dialog: inputs are called by it. */
  readonly id: string
  readonly title: string
  readonly say: Translate
}

/** Rows that a dialog shows, some of whose columns are typed. */
export function AskedRows({ view, loaded, id, title, say }: Props) {
  const edges = useScrollEdges()
  const { rows } = loaded
  if (loaded.loading)
    return (
      <chakra.div display="grid" placeItems="center" minHeight="8rem">
        <Spinner size="1.5rem" label={say('loading')} />
      </chakra.div>
    )
  if (!rows) return null
  if (rows.length === 0) return <chakra.p color="fg.muted">{say(view.empty ?? 'empty-list')}</chakra.p>
  const columns = view.columns.map(column =>
    view.typed.includes(column.name)
      ? column
      : withNeededDecimals(
          column,
          rows.map(row => row[column.name]),
        ),
  )
  return (
    <chakra.div
      ref={edges}
      role="group"
      aria-label={view.title ?? title}
      css={fadingEdges}
      overflowX="auto"
      borderWidth="1px"
      borderColor="border"
      borderRadius="md"
    >
      <Table aria-label={view.title ?? title}>
        <thead>
          <tr>
            {columns.map(column => (
              <chakra.th key={column.name} scope="col" textAlign={alignOf(column)}>
                {column.title}
              </chakra.th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={String(row[view.key])}>
              {columns.map(column => (
                <chakra.td key={column.name} textAlign={alignOf(column)}>
                  {view.typed.includes(column.name) ? (
                    <>
                      <chakra.label srOnly htmlFor={`${id}-${at}-${column.name}`}>
                        {`${column.title}: ${nameOf(row, columns)}`}
                      </chakra.label>
                      <chakra.span display="inline-block" width="7rem">
                        <KindInput
                          id={`${id}-${at}-${column.name}`}
                          field={column}
                          value={asValue(row[column.name])}
                          onChange={(value, problem) => loaded.type(at, column.name, value, problem)}
                        />
                      </chakra.span>
                    </>
                  ) : (
                    <KindCell value={asValue(row[column.name])} field={column} row={row} title={column.title} />
                  )}
                </chakra.td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </chakra.div>
  )
}

/** Inputs of a column are told apart by what their rows are called: the first column. */
const nameOf = (row: AskedRow, [first]: readonly Field[]): string => String((first && row[first.name]) ?? '')

const alignOf = ({ kind }: Field) => kindByName(kind).align

const Table = chakra('table', {
  base: {
    width: '100%',
    textStyle: 'table',
    fontVariantNumeric: 'tabular-nums',
    '& th': { px: '3', py: '2', color: 'fg.muted', fontWeight: 'medium', bg: 'bg.subtle', whiteSpace: 'nowrap' },
    '& td': { px: '3', py: '1.5', borderTopWidth: '1px', borderColor: 'border.muted' },
  },
})
