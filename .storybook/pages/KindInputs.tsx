import model from 'virtual:model'
import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { describeKind } from '../../scripts/describe/kind.ts'
import { sampleValue } from '../../scripts/sampleData/value.ts'
import { createSeededRandom } from '../../src/base/seededRandom.ts'
import { describedBy, FormField } from '../../src/controls/fields/FormField.tsx'
import { KindCell } from '../../src/kinds/cells.ts'
import type { ControlField } from '../../src/kinds/controlProps.ts'
import { type InputServices, InputServicesProvider } from '../../src/kinds/inputServices.tsx'
import { KindInput } from '../../src/kinds/inputs.ts'
import type { Value, ValueOptions } from '../../src/kinds/kind.ts'
import { isKindName, kindByName, kindNames } from '../../src/kinds/values.ts'
import { formatMessage } from '../../src/model/formatMessage.ts'
import { PageLayout } from './PageLayout.tsx'

/** How the inputs stand. */
export type KindState = 'empty' | 'filled' | 'invalid' | 'readOnly'

const notes: Readonly<Record<KindState, string>> = {
  empty: 'Cada tipo de campo, como um registro novo o mostra.',
  filled: 'Cada tipo de campo com um valor, e como a lista mostra o mesmo valor.',
  invalid: 'Cada tipo de campo com um problema.',
  readOnly: 'Cada tipo de campo quando não pode ser alterado.',
}

const choices = [
  { value: 'A', title: 'Pronta entrega', tone: 'positive' },
  { value: 'B', title: 'Sob encomenda', tone: 'warning' },
  { value: 'C', title: 'Fora de linha' },
] as const

const target = Object.values(model.registers).find(({ label, textKey, parent }) => label && !textKey && !parent)

/** A field of every kind, each with what its kind cannot do without. */
const fields: readonly ControlField[] = kindNames.filter(isKindName).map(kind => {
  const { chosenFrom, keepsKeys } = kindByName(kind)
  const options: ValueOptions = {
    kind,
    required: false,
    ...(chosenFrom === 'options' ? { choices } : {}),
    ...(chosenFrom === 'records' && target
      ? {
          [keepsKeys ? 'references' : 'reference']: {
            to: target.name,
            as: 'registro',
            textKey: false,
            from: 0,
            onRemove: 'refuse',
          },
        }
      : {}),
  }
  return { ...options, name: kind, title: describeKind(model, options) }
})

interface Shown {
  readonly field: ControlField
  readonly variant?: string
}

/** A field of every kind, and the looks that definitions give to some. */
const shown: readonly Shown[] = [
  ...fields.map(field => ({ field })),
  {
    field: { kind: 'choice', name: 'choice-radio', title: 'Escolha, em botões de opção', required: false, choices },
    variant: 'radio',
  },
  {
    field: {
      kind: 'choice',
      name: 'choice-scale',
      title: 'Escolha, em escala',
      required: false,
      choices: [0, 1, 2].map(value => ({ value, title: `Nota ${value}` })),
      refine: { kind: 'choice', title: 'Nota', look: 'scale', ends: ['Pouco', 'Muito'] },
    },
  },
  {
    field: { kind: 'boolean', name: 'boolean-radio', title: 'Sim ou não, em botões de opção', required: false },
    variant: 'radio',
  },
  { field: { kind: 'boolean', name: 'boolean-checkbox', title: 'Sim ou não, em caixa', required: false }, variant: 'checkbox' },
]

const services: InputServices = {
  search: async () => [{ id: 1, label: 'Exemplo' }],
  labelOf: async () => 'Exemplo',
  upload: async () => Promise.reject(new Error('Nada é enviado daqui.')),
  attach: async () => Promise.reject(new Error('Nada é enviado daqui.')),
  download: async () => undefined,
  say: (code, params) => formatMessage(model, code, params),
  zone: 'America/Sao_Paulo',
}

const Line = chakra('section', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', md: '2fr 1fr' },
    gap: { base: '2', md: '6' },
    alignItems: 'start',
    px: '4',
    py: '3',
    borderBottomWidth: '1px',
    borderColor: 'border.muted',
    bg: 'bg.panel',
  },
})

/** Every kind of value: how it is entered, in one state, and how it is read. */
export function KindInputs({ state }: { readonly state: KindState }) {
  return (
    <InputServicesProvider value={services}>
      <PageLayout title="Tipos de campo" note={notes[state]} tools={null}>
        <chakra.div overflowY="auto" px={{ base: '4', md: '6' }} pb="6">
          {shown.map(({ field, variant }, at) => (
            <KindLine key={field.name} field={field} variant={variant} state={state} seed={at + 1} />
          ))}
        </chakra.div>
      </PageLayout>
    </InputServicesProvider>
  )
}

/** A sample that shows something: of several choices the first two, where the sample would choose none. */
function filledValue(field: ControlField, seed: number): Value {
  const value = sampleValue(field, createSeededRandom(seed))
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
  return isEmpty && field.choices ? field.choices.slice(0, 2).map(choice => choice.value) : value
}

interface KindLineProps {
  readonly field: ControlField
  readonly variant: string | undefined
  readonly state: KindState
  readonly seed: number
}

function KindLine({ field, variant, state, seed }: KindLineProps) {
  const { entry } = kindByName(field.kind)
  const [value, setValue] = useState<Value>(() => (state === 'empty' ? null : filledValue(field, seed)))
  const error = state === 'invalid' ? formatMessage(model, 'required') : undefined
  const texts = describedBy(field.name, { error })
  return (
    <Line aria-label={field.title}>
      <FormField id={field.name} label={field.title} group={entry === 'ticked'} error={error}>
        <KindInput
          id={field.name}
          field={field}
          variant={variant}
          value={value}
          onChange={next => setValue(next)}
          invalid={state === 'invalid'}
          readOnly={state === 'readOnly'}
          label="Exemplo"
          {...(texts ? { describedBy: texts } : {})}
        />
      </FormField>
      <div>
        <chakra.p textStyle="note" mb="1">
          Na lista
        </chakra.p>
        <KindCell value={value} field={field} label="Exemplo" />
      </div>
    </Line>
  )
}
