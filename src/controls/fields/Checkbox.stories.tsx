import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { Checkbox, Radio } from './Checkbox.tsx'

interface State {
  readonly disabled?: boolean
  readonly invalid?: boolean
  readonly more?: string
}

/** Boxes that are ticked and not, a half-ticked one, and one of two. */
function Boxes({ disabled = false, invalid = false, more = '' }: State) {
  const [on, setOn] = useState(true)
  const [radio, setRadio] = useState('a')
  const state = { disabled, 'aria-invalid': invalid || undefined }
  return (
    <div style={{ display: 'grid', gap: 8 }}>
      <Checkbox label={`Ativo${more}`} checked={on} onChange={setOn} {...state} />
      <Checkbox label={`Inativo${more}`} checked={!on} onChange={() => setOn(!on)} {...state} />
      <Checkbox label={`Alguns deles${more}`} checked={false} indeterminate onChange={() => undefined} {...state} />
      <div role="radiogroup" aria-label="Frete">
        {['a', 'b'].map(each => (
          <Radio
            key={each}
            name="frete"
            label={`${each === 'a' ? 'CIF' : 'FOB'}${more}`}
            checked={radio === each}
            onChange={() => setRadio(each)}
            {...state}
          />
        ))}
      </div>
    </div>
  )
}

export default { title: 'Controles/Caixas de marcar' } satisfies Meta

export const Default: StoryObj = { name: 'Padrão', render: () => <Boxes /> }
export const Disabled: StoryObj = { name: 'Desligado', render: () => <Boxes disabled /> }
export const Invalid: StoryObj = { name: 'Com erro', render: () => <Boxes invalid /> }
export const LongText: StoryObj = {
  name: 'Texto longo',
  render: () => <Boxes more={', também nas filiais que ainda não abriram e nas que fecham antes do fim do ano corrente'} />,
}
