import { chakra } from '@chakra-ui/react/styled-system'
import { membersOf } from '../../base/record.ts'
import { Checkbox } from '../../controls/fields/Checkbox.tsx'
import { FormField } from '../../controls/fields/FormField.tsx'
import { Select } from '../../controls/fields/Select.tsx'
import { registerOfRole } from '../../model/access/roles.ts'
import type { Translate } from '../../model/formatMessage.ts'
import type { Flag, Model } from '../../model/model.ts'
import { useRows } from '../data/registerRows.ts'
import { useModel, useTranslate } from '../data/session.tsx'

/** For whom it is asked: a person of the store, an owner, or an employee with these flags. */
export type UserChoice =
  | { readonly kind: 'person'; readonly id: string; readonly name: string }
  | { readonly kind: 'owner' }
  | { readonly kind: 'employee'; readonly flags: readonly string[] }

/** As the server wants it told. */
export function userChoiceQuery(whom: UserChoice): Readonly<Record<string, string>> {
  if (whom.kind === 'person') return { userId: whom.id }
  return whom.kind === 'owner' ? { papel: 'proprietario' } : { papel: 'funcionario', flags: whom.flags.join(',') }
}

export function userChoiceName(whom: UserChoice, model: Model, say: Translate): string {
  if (whom.kind === 'person') return whom.name
  if (whom.kind === 'owner') return say('work.why-owner')
  const flags = model.flags.filter(flag => whom.flags.includes(flag.name)).map(flag => flag.title)
  return [say('work.why-employee'), ...flags].join(', ')
}

export interface UserPickerProps {
  readonly value: UserChoice
  onChange(value: UserChoice): void
}

export function UserPicker({ value, onChange }: UserPickerProps) {
  const say = useTranslate()
  const { flags } = useModel()
  const people = usePeople()
  const roles = useStaffRoles()
  const options = [
    { value: 'employee', title: say('work.why-employee') },
    { value: 'owner', title: say('work.why-owner') },
    ...roles.map(({ id, name }) => ({ value: `role:${id}`, title: say('work.why-role', { role: name }) })),
    ...people.map(one => ({ value: `person:${one.id}`, title: one.name })),
  ]
  const choose = (chosen: string): void => {
    const person = people.find(one => `person:${one.id}` === chosen)
    const role = roles.find(one => `role:${one.id}` === chosen)
    if (person) onChange({ kind: 'person', ...person })
    else onChange(chosen === 'owner' ? { kind: 'owner' } : { kind: 'employee', flags: role?.flags ?? [] })
  }
  return (
    <>
      <FormField id="por-que-quem" label={say('work.why-who')}>
        <Select
          id="por-que-quem"
          options={options}
          value={value.kind === 'person' ? `person:${value.id}` : value.kind}
          onChange={choose}
        />
      </FormField>
      {value.kind === 'employee' ? (
        <Flags flags={flags} chosen={value.flags} onChange={chosen => onChange({ kind: 'employee', flags: chosen })} />
      ) : null}
    </>
  )
}

interface FlagsProps {
  readonly flags: readonly Flag[]
  readonly chosen: readonly string[]
  onChange(chosen: readonly string[]): void
}

function Flags({ flags, chosen, onChange }: FlagsProps) {
  const say = useTranslate()
  const groups = [...new Set(flags.map(flag => flag.group))]
  return (
    <chakra.fieldset>
      <chakra.legend textStyle="label" mb="2">
        {say('work.why-flags')}
      </chakra.legend>
      <chakra.div
        display="grid"
        gap="4"
        gridTemplateColumns="repeat(auto-fill, minmax(min(14rem, 100%), 1fr))"
        maxHeight="18rem"
        overflow="auto"
        p="3"
        bg="bg.panel"
        borderWidth="1px"
        borderColor="border"
        borderRadius="md"
      >
        {groups.map(group => (
          <chakra.div key={group} display="flex" flexDirection="column" gap="1.5">
            <chakra.p textStyle="note">{group}</chakra.p>
            {flags
              .filter(flag => flag.group === group)
              .map(flag => (
                <Checkbox
                  key={flag.name}
                  label={flag.title}
                  checked={chosen.includes(flag.name)}
                  onChange={on => onChange(on ? [...chosen, flag.name] : chosen.filter(one => one !== flag.name))}
                />
              ))}
          </chakra.div>
        ))}
      </chakra.div>
    </chakra.fieldset>
  )
}

/** The people of the store. */
function usePeople(): readonly { readonly id: string; readonly name: string }[] {
  const model = useModel()
  const keeper = registerOfRole(model, 'memberships')
  const person = keeper?.fields.find(field => field.reference !== undefined && field.name !== 'lojaId')
  const query = keeper && person ? { limit: 200, include: person.reference ? [person.reference.as] : [] } : undefined
  const { rows } = useRows(keeper?.name ?? '', query)
  if (!keeper || !person?.reference) return []
  const { as } = person.reference
  return rows.flatMap(row => {
    const id = row[person.name]
    const one = membersOf(row[as])
    const name = one.nome ?? one.label ?? row[keeper.label] ?? id
    return id === null || id === undefined ? [] : [{ id: String(id), name: String(name) }]
  })
}

/** The roles of the store, with the flags of each. */
function useStaffRoles(): readonly { readonly id: string; readonly name: string; readonly flags: readonly string[] }[] {
  const model = useModel()
  const register = registerOfRole(model, 'staffRoles')
  const { rows } = useRows(register?.name ?? '', register ? { limit: 200 } : undefined)
  return rows.map(row => ({
    id: String(row.id),
    name: String(row.nome ?? ''),
    flags: model.flags.flatMap(({ name }) => (row[name] === true ? [name] : [])),
  }))
}
