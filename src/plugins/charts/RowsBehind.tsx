import { chakra } from '@chakra-ui/react/styled-system'
import { RouterLink } from '../../browser/plugin.ts'
import { Dialog } from '../../controls/overlays/Dialog.tsx'
import type { ResultColumn } from '../../model/report.ts'
import { wholeText } from './core/labels.ts'
import type { Category } from './core/series.ts'

interface Props {
  readonly category: Category
  readonly columns: readonly ResultColumn[]
  readonly closeLabel: string
  /** Where a row leads. */
  addressOf(row: Category['rows'][number]): string | undefined
  onClose(): void
}

/** The rows that a bar or slice is made of. */
export function RowsBehind({ category, columns, addressOf, closeLabel, onClose }: Props) {
  const names = columns.filter(({ name }) => category.rows.some(row => row[name] !== undefined))
  return (
    <Dialog open title={category.text} closeLabel={closeLabel} onClose={onClose}>
      <chakra.div overflow="auto" maxHeight="60dvh" tabIndex={0} role="region" aria-label={category.text}>
        <chakra.table
          width="100%"
          fontSize="sm"
          css={{
            fontVariantNumeric: 'tabular-nums',
            '& th, & td': { px: '2', py: '1.5', textAlign: 'start', borderBottomWidth: '1px', borderColor: 'border.muted' },
            '& th': { color: 'fg.muted', fontWeight: 'medium' },
          }}
        >
          <thead>
            <tr>
              {names.map(({ name, title }) => (
                <th key={name} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {category.rows.map((row, at) => {
              const to = addressOf(row)
              return (
                // Rows of an answer have no names of their own and never move.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <tr key={at}>
                  {names.map((column, place) => {
                    const text = wholeText(row[column.name], column)
                    return (
                      <td key={column.name}>{to === undefined || place > 0 ? text : <RouterLink to={to}>{text}</RouterLink>}</td>
                    )
                  })}
                </tr>
              )
            })}
          </tbody>
        </chakra.table>
      </chakra.div>
    </Dialog>
  )
}
