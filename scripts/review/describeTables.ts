import type { RefusedTableChange } from '../../src/server/tables/refusedTableChange.ts'

/** Why a change of the tables asks for a migration, to who reviews the configuration. */
export function describeRefusal({ column, why }: RefusedTableChange): string {
  const types = /^The column is (.+) and the definition wants (.+), which/.exec(why)
  if (types) return `A coluna é ${types[1]} e a definição pede ${types[2]}, que não guarda tudo o que pode haver nela.`
  return `A definição não tem mais o campo ${column}: apagar a coluna perde o que ela guarda. Se o campo mudou de nome, diga nele o antigo: "was": "${column}".`
}

const notices: readonly (readonly [RegExp, string])[] = [
  [
    /^Table "(.+)" belongs to no register.*$/,
    'A tabela $1 não é de registro nenhum: fica como está até que uma migração a apague.',
  ],
  [/^Migration "(.+)" was changed after it ran.*$/, 'A migração $1 mudou depois de feita: não é feita de novo.'],
  [
    /^Searches of large stores are slow until a superuser of the database runs: (.*)$/s,
    'Buscas em lojas grandes são lentas até que um superusuário do banco execute: $1',
  ],
]

/** Returns a notice about the tables in words for reviewers; one of no known sort stays as it is. */
export function describeNotice(notice: string): string {
  const known = notices.find(([pattern]) => pattern.test(notice))
  return known ? notice.replace(...known) : notice
}
