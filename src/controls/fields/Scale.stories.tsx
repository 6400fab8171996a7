import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { Scale, type ScaleProps } from './Scale.tsx'

/** Takes the answer that is pressed. */
function Answering(props: ScaleProps) {
  const [value, setValue] = useState(props.value)
  return <Scale {...props} value={value} onChange={setValue} />
}

const meta = {
  title: 'Controles/Escala',
  component: Scale,
  args: {
    id: 'escala',
    label: 'De 0 a 10, quanto você recomendaria o sistema?',
    choices: Array.from({ length: 11 }, (_, value) => ({ value, title: `Nota ${value}` })),
    ends: ['Não recomendaria', 'Recomendaria muito'],
    value: 8,
    onChange: () => undefined,
  },
  render: args => <Answering {...args} />,
} satisfies Meta<typeof Scale>
export default meta

export const Default: StoryObj<typeof meta> = { name: 'Padrão' }
export const Empty: StoryObj<typeof meta> = { name: 'Sem resposta', args: { value: null } }
export const Disabled: StoryObj<typeof meta> = { name: 'Desligado', args: { disabled: true } }
