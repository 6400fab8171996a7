/** Stands for the contract that `npm run generate:client` writes, so that the runtime's types are checked without it. */
export interface Registers {
  exemplo: { record: { id: number; version: number; nome: string; linhas?: { id: number; qtd: number }[] }; demanded: 'nome' }
}
export interface Calls {
  'GET exemplo/:cep': { input: { cep: string }; output: { rua: string } }
}
export interface Reports {
  'exemplo/por-dia': { input: { inicio: string }; output: { total: number } }
}
