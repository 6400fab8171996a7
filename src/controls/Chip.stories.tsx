import type { Meta, StoryObj } from '@storybook/react-vite'
import { Chip } from './Chip.tsx'

const meta = { title: 'Controles/Etiqueta', component: Chip, args: { children: 'Ativo' } } satisfies Meta<typeof Chip>
export default meta

const tones = ['accent', 'positive', 'warning', 'danger', 'info', 'neutral'] as const

export const Default: StoryObj<typeof meta> = {
  name: 'Padrão',
  render: () => (
    <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
      {tones.map(tone => (
        <Chip key={tone} tone={tone}>
          Em preparo
        </Chip>
      ))}
    </div>
  ),
}
export const Removable: StoryObj<typeof meta> = {
  name: 'Filtro em vigor',
  args: { children: 'Grupo: Bebidas', remove: { label: 'Tirar o filtro Grupo', act: () => undefined } },
}
export const LongText: StoryObj<typeof meta> = {
  name: 'Texto longo',
  args: { children: 'Fornecedor: Distribuidora de Bebidas e Alimentos do Planalto Central Sociedade Limitada' },
}
