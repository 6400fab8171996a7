import { registerStory } from '../stories/register.tsx'

export default { title: 'Revisão/Diálogos das listas' }

const scene = { view: 'list', role: 'owner' } as const

export const MassEdit = {
  ...registerStory('produtos', { ...scene, state: 'mass', exportName: 'MassEdit', title: 'Alteração em massa' }),
  name: 'Alteração em massa',
}

export const MassRefused = {
  ...registerStory('produtos', { ...scene, state: 'refused', exportName: 'MassRefused', title: 'Alteração em massa recusada' }),
  name: 'Alteração em massa recusada',
}

export const SaveView = {
  ...registerStory('produtos', { ...scene, state: 'view', exportName: 'SaveView', title: 'Salvar visualização' }),
  name: 'Salvar visualização',
}

export const Images = {
  ...registerStory('produtos', { ...scene, state: 'images', exportName: 'Images', title: 'Várias fotos de uma vez' }),
  name: 'Várias fotos de uma vez',
}
