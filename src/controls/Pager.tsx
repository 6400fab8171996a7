import { chakra } from '@chakra-ui/react/styled-system'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { formatDecimal } from '../base/number.ts'
import { IconButton } from './Button.tsx'
import { Select } from './fields/Select.tsx'

const Root = chakra('nav', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    flexWrap: 'wrap',
    fontSize: 'sm',
    color: 'fg.muted',
    fontVariantNumeric: 'tabular-nums',
  },
})

export interface PagerProps {
  /** From 1. */
  readonly page: number
  readonly perPage: number
  readonly count: number
  readonly sizes: readonly number[]
  onPage(page: number): void
  onPerPage(perPage: number): void
}

/** "1–10 de 412", page size, and steps. */
export function Pager({ page, perPage, count, sizes, onPage, onPerPage }: PagerProps) {
  const id = useId()
  const last = Math.max(1, Math.ceil(count / perPage))
  const from = count === 0 ? 0 : (page - 1) * perPage + 1
  const steps = [
    { label: 'Primeira página', to: 1, off: page <= 1, icon: <ChevronFirst aria-hidden />, wide: true },
    { label: 'Página anterior', to: page - 1, off: page <= 1, icon: <ChevronLeft aria-hidden />, wide: false },
    { label: 'Próxima página', to: page + 1, off: page >= last, icon: <ChevronRight aria-hidden />, wide: false },
    { label: 'Última página', to: last, off: page >= last, icon: <ChevronLast aria-hidden />, wide: true },
  ]
  return (
    <Root aria-label="Páginas">
      {sizes.length > 1 ? (
        <chakra.span display={{ base: 'none', sm: 'inline-flex' }} alignItems="center" gap="2">
          <label htmlFor={id}>Linhas por página</label>
          <Select
            id={id}
            size="sm"
            style={{ width: 'auto' }}
            value={String(perPage)}
            options={sizes.map(size => ({ value: String(size), title: String(size) }))}
            onChange={size => onPerPage(Number(size))}
          />
        </chakra.span>
      ) : null}
      <span aria-live="polite">
        {formatDecimal(from, 0)}–{formatDecimal(Math.min(page * perPage, count), 0)} de {formatDecimal(count, 0)}
      </span>
      <chakra.span display="inline-flex" gap="0.5">
        {steps.map(step => (
          <IconButton
            key={step.label}
            label={step.label}
            size="sm"
            disabled={step.off}
            onClick={() => onPage(step.to)}
            {...(step.wide ? { display: { base: 'none', sm: 'inline-flex' } } : {})}
          >
            {step.icon}
          </IconButton>
        ))}
      </chakra.span>
    </Root>
  )
}
