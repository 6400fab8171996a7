import type { Meta, StoryObj } from '@storybook/react-vite'
import { describedBy, FormField, type FormFieldProps } from './FormField.tsx'
import { TextInput } from './TextInput.tsx'

type Args = Omit<FormFieldProps, 'children' | 'id'>

/** The field with a box in it, joined to its texts. */
function Filled(args: Args) {
  const notes = describedBy('nome', args)
  return (
    <FormField {...args} id="nome">
      <TextInput
        id="nome"
        defaultValue="Suco de laranja"
        invalid={args.error !== undefined}
        {...(notes ? { 'aria-describedby': notes } : {})}
      />
    </FormField>
  )
}

const meta = { title: 'Controles/Campo', component: Filled, args: { label: 'Nome' } } satisfies Meta<typeof Filled>
export default meta

export const Default: StoryObj<typeof meta> = { name: 'Padrão', args: { required: true, help: 'Como sai na nota.' } }
export const Invalid: StoryObj<typeof meta> = { name: 'Com erro', args: { required: true, error: 'Informe o nome.' } }
export const Warned: StoryObj<typeof meta> = { name: 'Com aviso', args: { warning: 'Outro produto tem este nome.' } }
export const LongText: StoryObj<typeof meta> = {
  name: 'Texto longo',
  args: { label: 'Nome com que o produto sai na nota fiscal e no cardápio digital', help: 'Até 120 letras. '.repeat(12) },
}
