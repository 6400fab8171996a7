import { registerStory } from '../stories/register.tsx'

export default { title: 'Revisão/Ações dos registros' }

const list = { view: 'list', role: 'administrator' } as const

export const Ask = {
  ...registerStory('Conta', { ...list, state: 'ask', exportName: 'Ask', title: 'Pergunta antes de agir' }),
  name: 'Pergunta antes de agir',
}

export const AskMissing = {
  ...registerStory('Conta', { ...list, state: 'askMissing', exportName: 'AskMissing', title: 'Pergunta sem resposta' }),
  name: 'Pergunta sem resposta',
}

export const Shown = {
  ...registerStory('caixas', { ...list, state: 'shown', exportName: 'Shown', title: 'Linhas num diálogo' }),
  name: 'Linhas num diálogo',
}

export const ShownNone = {
  ...registerStory('caixas', { ...list, state: 'shownNone', exportName: 'ShownNone', title: 'Nenhuma linha' }),
  name: 'Nenhuma linha',
}

export const ShownInPlace = {
  ...registerStory('caixas', {
    ...list,
    view: 'form',
    state: 'inPlace',
    exportName: 'ShownInPlace',
    title: 'Linhas no formulário',
  }),
  name: 'Linhas no formulário',
}

export const Edited = {
  ...registerStory('ficha_tecnicas', { ...list, state: 'edited', exportName: 'Edited', title: 'Linhas que se editam' }),
  name: 'Linhas que se editam',
}

export const AddBar = {
  ...registerStory('pedidos', { ...list, view: 'form', state: 'bar', exportName: 'AddBar', title: 'Barra de inclusão' }),
  name: 'Barra de inclusão',
}

const invoice = { ...list, view: 'form' } as const

export const RowDialog = {
  ...registerStory('NFe_emissaos', { ...invoice, state: 'row', exportName: 'RowDialog', title: 'Janela da linha' }),
  name: 'Janela da linha',
}

export const RecordFacts = {
  ...registerStory('NFe_emissaos', { ...invoice, state: 'facts', exportName: 'RecordFacts', title: 'Registro referido' }),
  name: 'Registro referido',
}

export const Requirement = {
  ...registerStory('NFe_emissaos', { ...invoice, state: 'required', exportName: 'Requirement', title: 'Falta algo antes' }),
  name: 'Falta algo antes',
}

export const AddBarRefused = {
  ...registerStory('pedidos', {
    ...list,
    view: 'form',
    state: 'barRefused',
    exportName: 'AddBarRefused',
    title: 'Linha recusada',
  }),
  name: 'Linha recusada',
}
