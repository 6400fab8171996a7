import { chakra } from '@chakra-ui/react/styled-system'
import { memo, type ReactNode } from 'react'
import { Banner } from '../../controls/Banner.tsx'
import type { FormItem, PartView, Register } from '../../model/model.ts'
import { fieldOf } from '../../model/register.ts'
import { nameOf } from '../edit/problems.ts'
import { ActionButton } from './ActionButton.tsx'
import { PlaceProvider, useForm } from './context.ts'
import { RecordReport } from './RecordReport.tsx'
import { Texts } from './Texts.tsx'

/** What stands at a place, by field or list name. */
export type Contents = ReadonlyMap<string, ReactNode>

/** Space stands under each place and not between lines, so that a line whose fields are all hidden leaves no gap. */
const Line = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(12, minmax(0, 1fr))' },
    columnGap: '4',
    alignItems: 'start',
    '& > div': { pb: '4', minWidth: 0, '&:empty': { display: 'none' } },
    '& > div:has(> [data-toggle])': { pb: { base: '1', md: '2' } },
    // A switch beside labelled boxes stands on the line of the boxes.
    '&[data-mixed] [data-toggle]': { pt: { base: '0', md: '6' } },
  },
})

/** The lines of one part: fields by their span of twelve columns, lists and notes over the whole width. */
export const PartBody = memo(function PartBody({ part, contents }: { readonly part: PartView; readonly contents: Contents }) {
  const { register } = useForm()
  return part.rows.map((row, at) => (
    // The definition's lines have no names and never move.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Line key={at} data-mixed={isMixed(register, row) || undefined}>
      {row.map(item => (
        <Place key={keyOf(item)} part={part.id} item={item} contents={contents} />
      ))}
    </Line>
  ))
})

function Place({
  part,
  item,
  contents,
}: {
  readonly part: string
  readonly item: FormItem
  readonly contents: Contents
}): ReactNode {
  const form = useForm()
  const name = nameOf(item)
  if ('note' in item) {
    return (
      <chakra.div gridColumn="1 / -1">
        <Banner tone={item.tone ?? 'info'}>{form.say(item.note)}</Banner>
      </chakra.div>
    )
  }
  if ('action' in item) {
    return (
      <chakra.div gridColumn={{ md: 'span 4' }}>
        <ActionButton id={item.action} />
      </chakra.div>
    )
  }
  if ('texts' in item) {
    return (
      <chakra.div gridColumn="1 / -1">
        <Texts title={item.title} texts={item.texts} />
      </chakra.div>
    )
  }
  if ('report' in item) {
    return (
      <chakra.div gridColumn="1 / -1">
        <RecordReport report={item.report} values={item.values} />
      </chakra.div>
    )
  }
  const span = 'field' in item ? { base: '1 / -1', md: `span ${item.span}` } : '1 / -1'
  return (
    <PlaceProvider value={{ part, item }}>
      <chakra.div gridColumn={span}>{name === undefined ? null : contents.get(name)}</chakra.div>
    </PlaceProvider>
  )
}

const keyOf = (item: FormItem): string =>
  nameOf(item) ??
  ('action' in item
    ? `!${item.action}`
    : 'note' in item
      ? item.note
      : 'texts' in item
        ? item.texts
        : 'report' in item
          ? item.report
          : '')

function isMixed(register: Register, row: readonly FormItem[]): boolean {
  const kinds = row.map(item => ('field' in item ? fieldOf(register, item.field)?.kind : undefined))
  return kinds.includes('boolean') && kinds.some(kind => kind !== 'boolean')
}
