import { chakra } from '@chakra-ui/react/styled-system'
import { wholeText } from './core/labels.ts'
import type { ChartData } from './core/series.ts'

const Table = chakra('table', {
  base: {
    width: '100%',
    fontSize: 'sm',
    borderCollapse: 'collapse',
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': {
      px: '2',
      py: '1.5',
      textAlign: 'end',
      borderBottomWidth: '1px',
      borderColor: 'border.muted',
      whiteSpace: 'nowrap',
    },
    '& th:first-of-type': { textAlign: 'start', whiteSpace: 'normal', overflowWrap: 'anywhere' },
    '& thead th': { color: 'fg.muted', fontWeight: 'medium' },
    '& tbody th': { fontWeight: 'normal' },
  },
})

interface Props {
  readonly data: ChartData
  readonly caption: string
  /** Title of the column of categories. */
  readonly head: string
}

/** The figures of a chart, whole. */
export function DataTable({ data, caption, head }: Props) {
  return (
    <Table>
      <chakra.caption srOnly>{caption}</chakra.caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {data.series.map(one => (
            <th key={one.key} scope="col">
              {one.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.categories.map(({ key, text }, at) => (
          <tr key={key}>
            <th scope="row">{text}</th>
            {data.series.map((one, series) => (
              <td key={one.key}>{wholeText(data.figures[series]?.[at] ?? null, one.as)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
