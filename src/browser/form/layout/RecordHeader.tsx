import { Ellipsis, History } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Chip } from '../../../controls/Chip.tsx'
import { Icon } from '../../../controls/Icon.tsx'
import { IconMenu } from '../../../controls/overlays/Menu.tsx'
import type { MenuPart } from '../../../controls/overlays/menuEntry.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Action, Field, Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { useForm } from '../formContext.ts'

/** Name of the record, its status, and at the right what else can be done with it. */
export function RecordHeader({
  title,
  code,
  chips,
  children,
}: {
  readonly title: string
  readonly code?: string | undefined
  readonly chips?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <header className="form-head">
      <div className="form-name">
        <h1 className="form-title">{title}</h1>
        {code ? <span className="form-code">{code}</span> : null}
        {chips}
      </div>
      {children}
    </header>
  )
}

/** The status that the list switches, and the first choice with a meaning that the server keeps, as chips. */
export function StatusChips({
  register,
  values,
}: {
  readonly register: Register
  readonly values: Readonly<Record<string, unknown>>
}) {
  const state = register.views.list.columns
    .filter(column => !column.hidden)
    .flatMap(column => fieldOf(register, column.field) ?? [])
    .find(field => isKept(register, field))
  const choice = state?.choices?.find(({ value }) => value === values[state.name])
  return (
    <>
      {register.views.list.columns
        .filter(column => column.switch !== undefined)
        .map(column => {
          const title = fieldOf(register, column.field)?.title ?? column.title
          const on = values[column.field] === true
          return (
            <Chip key={column.field} tone={on ? 'positive' : 'neutral'}>
              {on ? title : `${title}: não`}
            </Chip>
          )
        })}
      {choice?.tone ? <Chip tone={choice.tone}>{choice.title}</Chip> : null}
    </>
  )
}

/** Tells whether a field is a choice with a meaning that nobody types here. */
const isKept = (register: Register, field: Field): boolean =>
  field.choices?.some(({ tone }) => tone !== undefined) === true &&
  (register.access.change === undefined || field.readOnly || field.compute !== undefined)

/** Actions of the definition on this record, in a menu, and its history. */
export function MoreMenu({ actions, onHistory }: { readonly actions: readonly Action[]; onHistory(): void }) {
  const form = useForm()
  const states = useSyncExternalStore(form.store.subscribe, () => actions.map(form.actionState).join(' '))
  const stateOf = states.split(' ')
  const offered = actions.flatMap((action, at) =>
    stateOf[at] === 'hidden' ? [] : [{ action, disabled: stateOf[at] === 'disabled' }],
  )
  const entries = offered.map(({ action, disabled }) => ({
    id: action.id,
    title: action.title,
    danger: action.danger,
    disabled,
    act: () => form.act(action),
    ...(action.icon ? { icon: <Icon name={action.icon} /> } : {}),
  }))
  return <RecordMenu say={form.say} entries={entries} onHistory={onHistory} />
}

interface MoreProps {
  readonly entries?: readonly MenuPart[]
  readonly say: Translate
  onHistory(): void
}

/** The menu of a record: what its definition offers, then its history; what is dangerous comes last. */
export function RecordMenu({ entries = [], say, onHistory }: MoreProps) {
  const history: MenuPart = { id: 'history', title: say('history'), icon: <History aria-hidden />, act: onHistory }
  const isDanger = (part: MenuPart): boolean => 'danger' in part && part.danger === true
  return (
    <IconMenu
      entries={[...entries.filter(part => !isDanger(part)), history, ...entries.filter(isDanger)]}
      look="outline"
      label={say('more-actions')}
    >
      <Ellipsis aria-hidden />
    </IconMenu>
  )
}
