import type { Meta, StoryObj } from '@storybook/react-vite'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'

const meta = { title: 'Controles/Faixa de aviso', component: Banner, args: { tone: 'info' } } satisfies Meta<typeof Banner>
export default meta

const tones = ['positive', 'warning', 'danger', 'info', 'neutral'] as const

export const Default: StoryObj<typeof meta> = {
  name: 'Padrão',
  render: () => (
    <div style={{ display: 'grid', gap: 8 }}>
      {tones.map(tone => (
        <Banner key={tone} tone={tone}>
          O preço mudou enquanto você editava.
        </Banner>
      ))}
    </div>
  ),
}
export const Actions: StoryObj<typeof meta> = {
  name: 'Com botões',
  args: {
    tone: 'warning',
    title: 'Há uma versão mais nova',
    children: 'Recarregue para usá-la.',
    actions: <Button size="sm">Recarregar</Button>,
    close: { label: 'Fechar', act: () => undefined },
  },
}
export const LongText: StoryObj<typeof meta> = {
  name: 'Texto longo',
  args: {
    tone: 'danger',
    title: 'Alguns dos registros não foram gravados porque outra pessoa os mudou',
    children: 'Confira cada um, escolha o que fica e grave de novo. '.repeat(6),
  },
}
