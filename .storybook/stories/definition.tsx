import model from 'virtual:model'
import { EmptyState } from '../../src/controls/EmptyState.tsx'
import { Definition } from '../pages/Definition.tsx'

/** The page of a register's definition in words; called by the modules that the plugin makes. */
export function definitionStory(name: string) {
  const register = model.registers[name]
  return {
    name: 'Definição',
    render: () =>
      register ? <Definition register={register} /> : <EmptyState page title={name} text="A definição tem problemas." />,
  }
}
