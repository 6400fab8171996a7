import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { RadioGroup, type RadioGroupProps } from './RadioGroup.tsx'

/** Takes the option that is pressed. */
function Choosing(props: RadioGroupProps<string>) {
  const [value, setValue] = useState(props.value)
  return <RadioGroup {...props} value={value} onChange={setValue} />
}

const meta = {
  title: 'Controles/Grupo de opções',
  component: RadioGroup<string>,
  args: {
    id: 'entrega',
    label: 'Entrega',
    options: [
      { value: 'MESA', title: 'Na mesa' },
      { value: 'BALCAO', title: 'No balcão' },
      { value: 'CASA', title: 'Em casa' },
    ],
    value: 'BALCAO',
    onChange: () => undefined,
  },
  render: args => <Choosing {...args} />,
} satisfies Meta<typeof RadioGroup<string>>
export default meta

export const Default: StoryObj<typeof meta> = { name: 'Padrão' }
export const Empty: StoryObj<typeof meta> = { name: 'Sem resposta', args: { value: null } }
export const Invalid: StoryObj<typeof meta> = { name: 'Com erro', args: { value: null, invalid: true } }
export const Disabled: StoryObj<typeof meta> = { name: 'Desligado', args: { disabled: true } }
