import { chakra } from '@chakra-ui/react/styled-system'
import { valueText } from '../../../kinds/valueText.ts'
import type { ReportTableProps } from './PlainTable.tsx'

const List = chakra('ul', { base: { listStyleType: 'none', display: 'flex', flexDirection: 'column', gap: '2' } })

const Card = chakra('li', {
  base: {
    position: 'relative',
    px: '4',
    py: '3',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    fontVariantNumeric: 'tabular-nums',
    // The whole card is its title's link.
    '& > h3': { fontWeight: '600', minHeight: '1.75rem' },
    '& > h3 > :is(a, button)::after': { content: '""', position: 'absolute', inset: '0', borderRadius: 'inherit' },
    '& > h3 > :is(a, button)': { color: 'accent.fg', font: 'inherit' },
    '& > dl': { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: '4', rowGap: '1' },
    '& dt': { fontSize: 'sm', color: 'fg.muted' },
  },
})

/** Rows as cards: the first column is the title, the others stand under theirs. */
export function RowCards({ table, cells, title }: Pick<ReportTableProps, 'table' | 'cells' | 'title'>) {
  const [first, ...others] = table.columns
  const { totals } = table
  if (!first) return null
  return (
    <List aria-label={title}>
      {table.rows.map((row, at) => (
        // Rows of an answer have no names of their own; they are drawn anew with each answer.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Card key={at}>
          <h3>{cells.content(row, first)}</h3>
          <dl>
            {others.map(column => (
              <div key={column.id}>
                <dt>{column.title}</dt>
                <dd>{cells.content(row, column)}</dd>
              </div>
            ))}
          </dl>
        </Card>
      ))}
      {totals ? (
        <Card>
          <h3>Total</h3>
          <dl>
            {others.map(({ id, title: name, as }) =>
              totals[id] === undefined ? null : (
                <div key={id}>
                  <dt>{name}</dt>
                  <dd>{valueText(totals[id], as)}</dd>
                </div>
              ),
            )}
          </dl>
        </Card>
      ) : null}
    </List>
  )
}
