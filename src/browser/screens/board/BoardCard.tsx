import { chakra } from '@chakra-ui/react/styled-system'
import { memo } from 'react'
import { recordsIn } from '../../../base/record.ts'
import { kindByName } from '../../../kinds/values.ts'
import { valueText, withNeededDecimals } from '../../../kinds/valueText.ts'
import type { Field } from '../../../model/model.ts'
import type { BoardView } from '../../../model/screen.ts'
import type { BoardRow } from './boardRows.ts'

interface Props {
  readonly board: BoardView
  readonly row: BoardRow
  readonly hidden: boolean
}

const Box = chakra('li', {
  base: {
    p: '4',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    minWidth: '0',
    // Cards out of sight are neither laid out nor painted.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 14rem',
    '&[hidden]': { display: 'none' },
  },
})

/** One row as a card: its title, what it says, and its lists. */
export const BoardCard = memo(function BoardCard({ board, row, hidden }: Props) {
  const { card, fields } = board
  const fieldOf = (name: string): Field | undefined => fields.find(each => each.name === name)
  const titleField = fieldOf(card.title)
  const title = titleField ? valueText(row.values[card.title], titleField) : ''
  return (
    <Box hidden={hidden}>
      <chakra.h2 textStyle="section" overflowWrap="anywhere">
        {titleField ? `${titleField.title} ${title}` : title}
      </chakra.h2>
      <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap="3" rowGap="0.5" mt="1.5">
        {card.fields.flatMap(name => {
          const field = fieldOf(name)
          const value = row.values[name]
          const text = field && !isEmpty(value) ? valueText(value, field) : ''
          return field && text !== '' ? [<Said key={name} field={field} text={text} />] : []
        })}
      </chakra.dl>
      {card.lists.map(({ from, title: name, columns }) => (
        <Rows key={from} title={name} columns={columns} rows={recordsIn(row.values[from])} />
      ))}
    </Box>
  )
})

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

function Said({ field, text }: { readonly field: Field; readonly text: string }) {
  return (
    <>
      <chakra.dt textStyle="note">{field.title}</chakra.dt>
      <chakra.dd
        overflowWrap="anywhere"
        fontVariantNumeric="tabular-nums"
        {...(kindByName(field.kind).align === 'end' ? { textAlign: 'end' } : {})}
      >
        {text}
      </chakra.dd>
    </>
  )
}

interface RowsProps {
  readonly title: string
  readonly columns: readonly Field[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

function Rows({ title, columns, rows }: RowsProps) {
  if (rows.length === 0) return null
  const shown = columns.map(column =>
    withNeededDecimals(
      column,
      rows.map(row => row[column.name]),
    ),
  )
  return (
    <chakra.table width="100%" mt="3" textStyle="table" fontVariantNumeric="tabular-nums">
      <chakra.caption textAlign="start" textStyle="label" pb="1">
        {title}
      </chakra.caption>
      <chakra.thead srOnly>
        <tr>
          {columns.map(({ name, title: head }) => (
            <th key={name} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </chakra.thead>
      <tbody>
        {rows.map((row, at) => (
          // Rows of a reply may have no names of their own.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <tr key={at}>
            {shown.map(column => (
              <chakra.td
                key={column.name}
                py="1"
                pe="2"
                borderTopWidth="1px"
                borderColor="border.muted"
                textAlign={kindByName(column.kind).align}
                {...(kindByName(column.kind).words ? { overflowWrap: 'anywhere' } : { whiteSpace: 'nowrap' })}
              >
                {valueText(row[column.name], column)}
              </chakra.td>
            ))}
          </tr>
        ))}
      </tbody>
    </chakra.table>
  )
}
