import { chakra } from '@chakra-ui/react/styled-system'
import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import { formatDecimal } from '../../base/number.ts'
import { toneIcon } from '../../controls/Banner.tsx'
import { Icon } from '../../controls/Icon.tsx'
import { valueText, withNeededDecimals } from '../../kinds/valueText.ts'
import { fillAddress } from '../../model/fillAddress.ts'
import { columnFields, parameterFields } from '../../model/report/expressionFields.ts'
import type { Card, Figure, ResultColumn } from '../../model/report.ts'
import { RouterLink } from '../router/RouterLink.tsx'
import { figureChange } from './figureChange.ts'
import { type ReportShared, useReport } from './reportContext.ts'
import { figureValue } from './run/searchAnswers.ts'

const Grid = chakra('ul', {
  base: {
    listStyleType: 'none',
    display: 'grid',
    gap: '3',
    gridTemplateColumns: {
      base: 'repeat(auto-fit, minmax(min(9.5rem, 100%), 1fr))',
      md: 'repeat(auto-fit, minmax(11.5rem, 1fr))',
    },
    '@media print': { gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))' },
  },
})

const Box = chakra('li', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '0.5',
    minWidth: 0,
    px: '4',
    py: '3',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    breakInside: 'avoid',
    '& > p:first-of-type': { display: 'flex', alignItems: 'center', gap: '1.5', textStyle: 'label', color: 'fg.muted' },
    '& svg': { boxSize: '1rem', flexShrink: 0 },
  },
  variants: { toned: { true: { borderColor: 'colorPalette.border', '& > p:first-of-type svg': { color: 'colorPalette.fg' } } } },
})

/** Figures at a glance: the number large, its unit small, the change to the period before. */
export function ReportCards({ cards }: { readonly cards: readonly Card[] }) {
  const shared = useReport()
  return (
    <Grid>
      {cards.map(card => (
        <OneCard key={card.title} card={card} shared={shared} />
      ))}
    </Grid>
  )
}

const valueColumns: readonly ResultColumn[] = [
  { name: 'value', title: '', kind: 'decimal', required: false },
  { name: 'before', title: '', kind: 'decimal', required: false },
]

function OneCard({ card, shared }: { readonly card: Card; readonly shared: ReportShared }) {
  const figure = (wanted: Figure) =>
    figureValue(shared.answers, wanted, (expression, record, columns) =>
      shared.evaluate(columnFields(columns), expression, { ...record, storeCount: shared.record.storeCount }),
    )
  const value = figure(card.value)
  const before = card.before === undefined ? undefined : figure(card.before)
  const tone =
    card.toneWhen?.find(({ when }) => shared.evaluate(columnFields(valueColumns), when, { value, before }) === true)?.tone ??
    card.tone
  const Sign = tone === undefined ? undefined : toneIcon[tone]
  const as = withNeededDecimals(card.as, [value, before])
  const [unit, number, after] = parts(valueText(value, as), card.unit)
  return (
    <Box toned={tone !== undefined} {...(tone === undefined ? {} : { colorPalette: tone })}>
      <p>
        {card.icon ? <Icon name={card.icon} size="1rem" /> : Sign ? <Sign aria-hidden /> : null}
        {card.title}
      </p>
      <chakra.p
        display="flex"
        alignItems="baseline"
        flexWrap="wrap"
        columnGap="1"
        fontSize={
          number.length > longNumber ? { base: '0.875rem', md: '1.25rem', xl: '1.5rem' } : { base: '1.25rem', md: '1.5rem' }
        }
        lineHeight={{ base: '1.75rem', md: '2rem' }}
        fontWeight="600"
        letterSpacing="-0.015em"
        overflowWrap="anywhere"
        css={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {unit ? <Small>{unit}</Small> : null}
        <chakra.span minWidth="0">{number}</chakra.span>
        {after ? <Small>{after}</Small> : null}
      </chakra.p>
      {card.before === undefined ? null : <Change value={value} before={before} shared={shared} as={as} />}
      {card.note ? (
        <chakra.p fontSize="sm" color="fg.muted">
          {shared.say(card.note.message, noteParameters(card.note.of, figure))}
        </chakra.p>
      ) : null}
      {card.link && shared.isReachable(card.link.open) ? (
        <chakra.span
          fontSize="sm"
          css={{ '& a': { color: 'accent.fg', textDecoration: 'underline', textUnderlineOffset: '2px' } }}
        >
          <RouterLink to={fillAddress(card.link.open, addressRecord(shared))}>{card.link.title}</RouterLink>
        </chakra.span>
      ) : null}
    </Box>
  )
}

/** Figures under the names that a note's text has. */
const noteParameters = (of: Readonly<Record<string, Figure>>, figure: (wanted: Figure) => unknown) =>
  Object.fromEntries(
    Object.entries(of).map(([name, wanted]) => {
      const value = figure(wanted)
      return [name, typeof value === 'number' ? value : String(value ?? '')]
    }),
  )

/** Characters from which a figure is drawn smaller, to fit a phone's card: `99.999.999,99` still is large. */
const longNumber = 13

const Small = chakra('small', { base: { fontSize: 'md', fontWeight: 'medium', color: 'fg.muted', letterSpacing: 'normal' } })

/** Parameters by name, for addresses that carry them on. */
const addressRecord = ({ report, record }: ReportShared): Readonly<Record<string, unknown>> =>
  Object.fromEntries(parameterFields(report.parameters).map(({ name }) => [name, record[name]]))

/** A figure with its unit apart: `R$`, `12,50`. */
function parts(text: string, unit: string | undefined): readonly [string | undefined, string, string | undefined] {
  const money = /^(-?)R\$\s?(.+)$/.exec(text)
  if (money) return [`${money[1]}R$`, money[2] ?? '', unit]
  const percent = /^(.+?)\s?%$/.exec(text)
  return percent ? [undefined, percent[1] ?? text, '%'] : [undefined, text, unit]
}

interface ChangeProps {
  readonly value: unknown
  readonly before: unknown
  readonly as: Card['as']
  readonly shared: ReportShared
}

/** How a figure went against the period before, in a word, a sign and per cent. */
function Change({ value, before, as, shared: { say } }: ChangeProps) {
  const change = figureChange(value, before)
  if (!change) return null
  const Sign = change.direction === 'up' ? ArrowUpRight : ArrowDownRight
  return (
    <chakra.p fontSize="sm" display="flex" alignItems="center" flexWrap="wrap" gap="1" color="fg.muted">
      <chakra.span display="inline-flex" alignItems="center" gap="0.5" fontWeight="medium" color="fg">
        <Sign aria-hidden />
        {say(`report.change-${change.direction}`)} {formatDecimal(change.percent, 2)}%
      </chakra.span>
      {say('report.before', { value: valueText(before, as) })}
    </chakra.p>
  )
}
