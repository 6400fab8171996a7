import { childrenOf, type DocumentElement, elementAt } from '../../../domain/fiscal/core/public.ts'
import type { DanfeBlock, DanfeBox } from './danfe.ts'
import { firstOf, joined, numberAt, numberBox, saidAt, taxIdAt, textBox } from './values.ts'

/** `modFrete`, in the manual's words. */
const freights: Readonly<Record<string, string>> = {
  '0': '0 - Remetente (CIF)',
  '1': '1 - Destinatário (FOB)',
  '2': '2 - Terceiros',
  '3': '3 - Próprio remetente',
  '4': '4 - Próprio destinatário',
  '9': '9 - Sem frete',
}

/** Volumes that have a row; more stand in the additional information. */
const mostRows = 3

/** Lays out the carrier and the vehicle. */
export function carrierBlock(info: DocumentElement): DanfeBlock {
  const transport = elementAt(info, 'transp')
  const carrier = elementAt(transport, 'transporta')
  const vehicle = elementAt(transport, 'veicTransp')
  const volumes = childrenOf(transport, 'vol').slice(0, mostRows)
  const freight = saidAt(transport, 'modFrete')
  return {
    title: 'TRANSPORTADOR/VOLUMES TRANSPORTADOS',
    rows: [
      [
        textBox('NOME/RAZÃO SOCIAL', saidAt(carrier, 'xNome'), 36),
        textBox('FRETE POR CONTA', freights[freight] ?? freight, 20),
        textBox('CÓDIGO ANTT', saidAt(vehicle, 'RNTC'), 12, 'center'),
        textBox('PLACA DO VEÍCULO', firstOf(transport, 'veicTransp/placa', 'vagao', 'balsa'), 12, 'center'),
        textBox('UF', saidAt(vehicle, 'UF'), 4, 'center'),
        textBox('CNPJ/CPF', taxIdAt(carrier), 16, 'center'),
      ],
      [
        textBox('ENDEREÇO', saidAt(carrier, 'xEnder'), 48),
        textBox('MUNICÍPIO', saidAt(carrier, 'xMun'), 32),
        textBox('UF', saidAt(carrier, 'UF'), 4, 'center'),
        textBox('INSCRIÇÃO ESTADUAL', saidAt(carrier, 'IE'), 16, 'center'),
      ],
      ...(volumes.length > 0 ? volumes.map(volumeRow) : [volumeRow(undefined)]),
    ],
  }
}

const volumeRow = (volume: DocumentElement | undefined): DanfeBox[] => [
  numberBox('QUANTIDADE', numberAt(volume, 'qVol', 0), 12),
  textBox('ESPÉCIE', saidAt(volume, 'esp'), 20),
  textBox('MARCA', saidAt(volume, 'marca'), 18),
  textBox('NUMERAÇÃO', saidAt(volume, 'nVol'), 18),
  numberBox('PESO BRUTO', numberAt(volume, 'pesoB', 3), 16),
  numberBox('PESO LÍQUIDO', numberAt(volume, 'pesoL', 3), 16),
]

/** Returns the facts of the transport without a box: volumes beyond the rows, trailers, seals. */
export function transportLeft(info: DocumentElement): string[] {
  const transport = elementAt(info, 'transp')
  const volumes = childrenOf(transport, 'vol')
  const left = volumes
    .slice(mostRows)
    .map(each => joined(' ', numberAt(each, 'qVol', 0), saidAt(each, 'esp'), saidAt(each, 'marca'), saidAt(each, 'nVol')))
  const trailers = childrenOf(transport, 'reboque').map(each => joined('/', saidAt(each, 'placa'), saidAt(each, 'UF')))
  const seals = volumes.flatMap(each => childrenOf(each, 'lacres').map(seal => saidAt(seal, 'nLacre')))
  return [
    left.length > 0 ? `Demais volumes: ${left.join('; ')}` : '',
    trailers.length > 0 ? `Reboques: ${trailers.join('; ')}` : '',
    seals.length > 0 ? `Lacres: ${seals.join('; ')}` : '',
  ]
}
