import model from 'virtual:model'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { WaysPicture } from '../../src/browser/form/ways/WaysPicture.tsx'
import { formatMessage } from '../../src/model/formatMessage.ts'
import type { Field } from '../../src/model/model.ts'

const choices = ['Nova', 'Enviada', 'Aprovada', 'Recusada'].map(title => ({ value: title, title }))
const field: Field = {
  name: 'estado',
  title: 'Situação',
  kind: 'choice',
  required: true,
  readOnly: false,
  stored: true,
  secret: false,
  clone: true,
  search: false,
  choices,
  ways: {
    list: [
      { id: 'enviar', title: 'Enviar', from: ['Nova'], to: 'Enviada' },
      { id: 'aprovar', title: 'Aprovar', from: ['Enviada'], to: 'Aprovada' },
      { id: 'recusar', title: 'Recusar', from: ['Enviada', 'Aprovada'], to: 'Recusada' },
      { id: 'reabrir', title: 'Reabrir', to: 'Nova' },
    ],
  },
}

const meta = {
  title: 'Controles/Desenho de estados',
  component: WaysPicture,
  args: { field, say: (code, params) => formatMessage(model, code, params) },
} satisfies Meta<typeof WaysPicture>
export default meta

export const Default: StoryObj<typeof meta> = { name: 'Padrão' }
export const Follows: StoryObj<typeof meta> = {
  name: 'Com o que vem depois',
  args: {
    follows: new Map([
      [
        'enviar',
        [{ kind: 'approval', title: 'Aprova outra pessoa', words: 'Aprova outra pessoa, com “Contas a pagar e a receber”' }],
      ],
      [
        'aprovar',
        [
          {
            kind: 'automation',
            title: 'Pedido de compra aprovado vai ao fornecedor',
            words: 'Começa a automação “Pedido de compra aprovado vai ao fornecedor”: escreve um e-mail com o documento',
          },
          { kind: 'notice', title: 'Pedido aprovado', words: 'Pode avisar: “Pedido aprovado”, a quem tem “Estoque”' },
        ],
      ],
    ]),
  },
}
export const Present: StoryObj<typeof meta> = { name: 'Com o estado de um registro', args: { present: 'Enviada' } }
