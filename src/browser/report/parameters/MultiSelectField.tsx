import { chakra } from '@chakra-ui/react/styled-system'
import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { foldText } from '../../../base/text.ts'
import { Button } from '../../../controls/Button.tsx'
import { Checkbox } from '../../../controls/fields/Checkbox.tsx'
import { TextInput } from '../../../controls/fields/TextInput.tsx'
import { Popover } from '../../../controls/overlays/Popover.tsx'
import { useInputServices } from '../../../kinds/inputServices.tsx'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Parameter } from '../../../model/report.ts'
import { useTranslate } from '../../data/session.tsx'

interface Option {
  readonly value: string
  readonly title: string
}

interface Props {
  readonly id: string
  readonly parameter: Parameter
  readonly chosen: readonly string[]
  onChange(chosen: readonly string[]): void
}

/** Several of many; none chosen means all of them. */
export function MultiSelectField({ id, parameter, chosen, onChange }: Props) {
  const say = useTranslate()
  const [text, setText] = useState('')
  const { options, titles } = useOptions(parameter, chosen, text)
  return (
    <MultiSelect
      id={id}
      title={parameter.title}
      options={options}
      titles={titles}
      text={text}
      onText={parameter.reference || options.length > 8 ? setText : undefined}
      chosen={chosen}
      none={say(parameter.required ? 'choose' : 'all')}
      clear={say(parameter.required ? 'report.clear' : 'report.all')}
      onChange={onChange}
    />
  )
}

interface ChoiceProps {
  readonly id: string
  readonly title: string
  readonly options: readonly Option[]
  /** Names of what is chosen. */
  readonly titles: ReadonlyMap<string, string>
  readonly text: string
  /** Without it there is no search box. */
  readonly onText?: ((text: string) => void) | undefined
  readonly chosen: readonly string[]
  /** The text that stands for none chosen; and the button that leads there. */
  readonly none: string
  /** Absent where what is chosen is what none chosen means. */
  readonly clear?: string | undefined
  /** The button that chooses all; absent where that is not offered. */
  readonly every?: string | undefined
  onChange(chosen: readonly string[]): void
}

/** A button that says what is chosen, and a panel of boxes to tick. */
export function MultiSelect({ id, title, options, titles, text, onText, chosen, none, clear, every, onChange }: ChoiceProps) {
  const say = useTranslate()
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const panel = useId()
  const close = (): void => {
    setOpen(false)
    onText?.('')
  }
  const known = new Set(options.map(({ value }) => value))
  const titled = (value: string): Option => ({ value, title: titles.get(value) ?? value })
  return (
    <>
      <Button
        ref={anchor}
        id={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        aria-describedby={`${id}-chosen`}
        justifyContent="space-between"
        minWidth="9rem"
        width={{ base: '100%', sm: 'var(--choice-width, 9.5rem)' }}
        fontWeight="normal"
        onClick={() => (open ? close() : setOpen(true))}
      >
        <chakra.span id={`${id}-chosen`} overflow="hidden" textOverflow="ellipsis">
          {chosen.length === 0 ? none : summary(chosen, titles, say)}
        </chakra.span>
        <ChevronDown aria-hidden />
      </Button>
      <Popover
        open={open}
        anchor={anchor}
        sameWidth
        id={panel}
        role="dialog"
        aria-label={title}
        p="2"
        minWidth="15rem"
        onClose={why => {
          close()
          if (why === 'escape') anchor.current?.focus()
        }}
      >
        <Choices
          {...{ title, options, text, onText, chosen, clear, every, onChange }}
          more={text === '' ? chosen.filter(value => !known.has(value)).map(titled) : []}
        />
      </Popover>
    </>
  )
}

interface ChoicesProps
  extends Pick<ChoiceProps, 'title' | 'options' | 'text' | 'onText' | 'chosen' | 'clear' | 'every' | 'onChange'> {
  /** Chosen options that are not among those offered: those of another search. */
  readonly more: readonly Option[]
}

/** The search box and the boxes to tick. */
function Choices({ title, options, more, text, onText, chosen, clear, every, onChange }: ChoicesProps) {
  const say = useTranslate()
  return (
    <>
      {onText ? (
        <TextInput
          autoFocus
          value={text}
          placeholder={`${say('search')}…`}
          aria-label={say('search-in', { title })}
          onChange={event => onText(event.currentTarget.value)}
          onKeyDown={event => {
            // Enter takes the first that is found; it does not search yet.
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            const [first] = options
            if (first && text !== '') onChange(toggled(chosen, first.value))
          }}
        />
      ) : null}
      <chakra.div
        role="group"
        aria-label={title}
        display="flex"
        flexDirection="column"
        maxHeight="16rem"
        overflow="auto"
        py="1"
        px="1"
      >
        {[...more, ...options].map(option => (
          <Checkbox
            key={option.value}
            label={option.title}
            checked={chosen.includes(option.value)}
            onChange={() => onChange(toggled(chosen, option.value))}
          />
        ))}
        {options.length === 0 ? (
          <chakra.p textStyle="note">{text === '' ? say('none') : say('search-none', { text })}</chakra.p>
        ) : null}
      </chakra.div>
      {every === undefined ? null : (
        <Button size="sm" look="ghost" width="100%" onClick={() => onChange(options.map(({ value }) => value))}>
          {every}
        </Button>
      )}
      {chosen.length > 0 && clear !== undefined ? (
        <Button size="sm" look="ghost" width="100%" onClick={() => onChange([])}>
          {clear}
        </Button>
      ) : null}
    </>
  )
}

const toggled = (chosen: readonly string[], value: string): readonly string[] =>
  chosen.includes(value) ? chosen.filter(one => one !== value) : [...chosen, value]

function summary(chosen: readonly string[], titles: ReadonlyMap<string, string>, say: Translate): string {
  const names = chosen.map(value => titles.get(value))
  return chosen.length <= 2 && names.every(name => name !== undefined)
    ? names.join(', ')
    : say('report.chosen', { count: chosen.length })
}

/** Milliseconds that typing rests before records are searched. */
const rest = 200

/** Returns the options: the definition's choices, or records that match the typed text. */
function useOptions({ choices, reference }: Parameter, chosen: readonly string[], text: string) {
  const { search, labelOf } = useInputServices()
  const [found, setFound] = useState<readonly Option[]>([])
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map())
  const { to, where } = reference ?? {}
  useEffect(() => {
    if (to === undefined) return
    let current = true
    const timer = setTimeout(
      () => {
        void search(to, text, where).then(
          options => current && setFound(options.map(one => ({ value: String(one.id), title: one.label }))),
          () => current && setFound([]),
        )
      },
      text === '' ? 0 : rest,
    )
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [to, where, text, search])
  const fixed: readonly Option[] = (choices ?? []).map(({ value, title }) => ({ value: String(value), title }))
  const known = new Map([...labels, ...[...fixed, ...found].map(({ value, title }) => [value, title] as const)])
  const unnamed = to === undefined ? '' : chosen.filter(value => !known.has(value)).join()
  useEffect(() => {
    if (to === undefined || unnamed === '') return
    let current = true
    void Promise.all(
      unnamed.split(',').map(async id => [id, await labelOf(to, Number(id)).catch(() => undefined)] as const),
    ).then(pairs => current && setLabels(old => new Map([...old, ...pairs.map(([id, label]) => [id, label ?? id] as const)])))
    return () => {
      current = false
    }
  }, [to, unnamed, labelOf])
  const options = to === undefined ? fixed.filter(({ title }) => foldText(title).includes(foldText(text))) : found
  return { options, titles: known }
}
