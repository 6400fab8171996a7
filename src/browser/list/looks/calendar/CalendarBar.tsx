import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button, IconButton } from '../../../../controls/Button.tsx'
import type { Translate } from '../../../../model/formatMessage.ts'
import { type CalendarSpan, calendarSpans, spanTitle, stepDay } from './calendarDays.ts'

interface Props {
  readonly span: CalendarSpan
  readonly day: string
  readonly today: string
  readonly say: Translate
  onShow(span: CalendarSpan, day: string): void
}

/** The days that are shown, the way to those before and after, and how many there are. */
export function CalendarBar({ span, day, today, say, onShow }: Props) {
  return (
    <div className="calendar-bar">
      <span className="calendar-steps">
        <IconButton label={say('look.before')} onClick={() => onShow(span, stepDay(span, day, -1))}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <Button onClick={() => onShow(span, today)}>{say('look.today')}</Button>
        <IconButton label={say('look.after')} onClick={() => onShow(span, stepDay(span, day, 1))}>
          <ChevronRight aria-hidden />
        </IconButton>
      </span>
      <h2 aria-live="polite">{spanTitle(span, day)}</h2>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form */}
      <span className="calendar-spans" role="group" aria-label={say('look.span')}>
        {calendarSpans.map(each => (
          <Button
            key={each}
            look={each === span ? 'subtle' : 'ghost'}
            aria-pressed={each === span}
            onClick={() => onShow(each, day)}
          >
            {say(`look.span-${each}`)}
          </Button>
        ))}
      </span>
    </div>
  )
}
