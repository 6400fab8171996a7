/** Words needed before the definitions are there (and with them the message catalogue), or where they could not be read. */
export const fallbackTexts = {
  ok: 'OK',
  back: 'Voltar',
  close: 'Fechar',
  undo: 'Desfazer',
  notice: 'Aviso',
  notices: 'Avisos',
  loading: 'Carregando…',
  retry: 'Tentar de novo',
  crashed: 'Esta tela encontrou um erro.',
  crashedHelp: 'O que você salvou está guardado. Recarregue para continuar.',
  reload: 'Recarregar',
  notNow: 'Agora não',
  missing: 'Esta parte do sistema não carregou.',
  missingHelp:
    'O sistema foi atualizado ou a conexão falhou. Recarregue a página para continuar: o que foi digitado em formulários fica guardado neste navegador e é oferecido de volta.',
} as const
