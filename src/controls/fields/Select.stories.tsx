import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { Select, type SelectProps } from './Select.tsx'

/** Keeps what is chosen. */
function Choosing(props: SelectProps) {
  const [value, setValue] = useState(props.value)
  return <Select {...props} value={value} onChange={setValue} />
}

const meta = {
  title: 'Controles/Escolha',
  component: Select,
  args: {
    'aria-label': 'Origem',
    value: 'n',
    options: [
      { value: 'n', title: 'Nacional' },
      { value: 'i', title: 'Importado' },
      { value: 'x', title: 'Estrangeira, adquirida no mercado interno, com mais de 70% de conteúdo de importação' },
    ],
    onChange: () => undefined,
  },
  render: args => <Choosing {...args} />,
} satisfies Meta<typeof Select>
export default meta

export const Default: StoryObj<typeof meta> = { name: 'Padrão' }
export const Blank: StoryObj<typeof meta> = { name: 'Nada escolhido', args: { value: '', blank: 'Escolha…' } }
export const Small: StoryObj<typeof meta> = { name: 'Pequena', args: { size: 'sm' } }
export const Disabled: StoryObj<typeof meta> = { name: 'Desligada', args: { disabled: true } }
export const Invalid: StoryObj<typeof meta> = { name: 'Com erro', args: { invalid: true } }
export const LongText: StoryObj<typeof meta> = { name: 'Texto longo', args: { value: 'x' } }
