import { chakra } from '@chakra-ui/react/styled-system'
import { moveFocus } from '../moveFocus.ts'

type Answer = string | number

export interface ScaleProps {
  readonly id: string
  readonly label: string
  /** Each shows its value; its title is what is read out. */
  readonly choices: readonly { readonly value: Answer; readonly title: string }[]
  /** The meanings of the first and the last choice. */
  readonly ends: readonly string[]
  readonly value: unknown
  onChange(value: Answer): void
  readonly disabled?: boolean
  readonly describedBy?: string
  readonly invalid?: boolean
}

const Row = chakra('div', {
  base: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    gap: '1',
    '& > button': {
      minHeight: '2.25rem',
      borderRadius: 'md',
      borderWidth: '1px',
      borderColor: 'border.control',
      bg: 'bg.panel',
      fontWeight: 'medium',
      fontVariantNumeric: 'tabular-nums',
      _hover: { bg: 'accent.subtle', borderColor: 'accent.solid' },
      '&[aria-pressed="true"]': { bg: 'accent.solid', color: 'accent.contrast', borderColor: 'accent.solid' },
    },
    '&[aria-invalid="true"] > button': { borderColor: 'danger.solid' },
  },
})

/** One of a row of short answers, from one end to the other. */
export function Scale({ id, label, choices, ends, value, onChange, disabled = false, describedBy, invalid = false }: ScaleProps) {
  return (
    <div>
      <Row
        id={id}
        role="group"
        aria-label={label}
        aria-invalid={invalid || undefined}
        {...(describedBy ? { 'aria-describedby': describedBy } : {})}
        onKeyDown={event => moveFocus(event, 'button', 'horizontal')}
      >
        {choices.map(choice => (
          <button
            key={choice.value}
            type="button"
            aria-label={choice.title}
            aria-pressed={choice.value === value}
            disabled={disabled}
            onClick={() => onChange(choice.value)}
          >
            {choice.value}
          </button>
        ))}
      </Row>
      <chakra.div display="flex" justifyContent="space-between" mt="1.5" textStyle="note">
        {ends.map(end => (
          <span key={end}>{end}</span>
        ))}
      </chakra.div>
    </div>
  )
}
