import { chakra } from '@chakra-ui/react/styled-system'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { IconButton } from '../../controls/Button.tsx'
import { useTranslate } from '../data/session.tsx'

const Row = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    minHeight: '2.75rem',
    borderBottomWidth: '1px',
    borderColor: 'border.muted',
  },
})

interface Props {
  readonly label: string
  readonly rows: readonly {
    readonly id: string
    readonly title: string
    /** Drawn in place of the title. */
    readonly shown?: ReactNode
  }[]
  readonly listRef?: Ref<HTMLUListElement>
  /** The whole order, with the ids of what is not shown here. */
  readonly order: readonly string[]
  onOrder(order: readonly string[]): void
  /** Draws further buttons behind the arrows of a row. */
  further?(row: { readonly id: string; readonly title: string }): ReactNode
}

/** Rows that a person puts into an order, each with its arrows. */
export function OrderedRows({ label, rows, listRef, order, onOrder, further }: Props) {
  const say = useTranslate()
  /** Past those that are not shown. */
  const swap = (id: string, other: string): void => onOrder(order.map(one => (one === id ? other : one === other ? id : one)))
  const arrow = (at: number, to: number, code: string, Sign: typeof ArrowUp) => {
    const [row, neighbour] = [rows[at], rows[to]]
    if (!row) return null
    return (
      <IconButton
        label={say(code, { name: row.title })}
        disabled={neighbour === undefined}
        onClick={() => neighbour && swap(row.id, neighbour.id)}
      >
        <Sign aria-hidden />
      </IconButton>
    )
  }
  return (
    <chakra.ul {...(listRef ? { ref: listRef } : {})} tabIndex={-1} aria-label={label} listStyleType="none" m="0" p="0">
      {rows.map((row, at) => (
        <Row key={row.id}>
          <chakra.span flex="1" minWidth="0" overflowWrap="anywhere">
            {row.shown ?? row.title}
          </chakra.span>
          {arrow(at, at - 1, 'order.up', ArrowUp)}
          {arrow(at, at + 1, 'order.down', ArrowDown)}
          {further?.(row)}
        </Row>
      ))}
    </chakra.ul>
  )
}
