/**
 * Letters that the layouts of NF-e, NFC-e and their events leave to a text, by the names of its fields: the most, where several have one name. Beside the
 * schemas a test holds this table to them.
 */
export const textLengths: Readonly<Record<number, string>> = {
  1: 'VIN tpPint',
  2: 'cCorDENATRAN tpComb',
  3: 'cEnq lota',
  4: 'cCor cStat cilin dist pot',
  6: 'uCom uTrib',
  8: 'uEmb xEmb',
  9: 'CMT pesoB pesoL safra serieGuia',
  11: 'CPF CPFDest CPFRespTec',
  12: 'nProcSuframa',
  14: 'CNPJ CNPJDest CNPJFab CNPJPAA CNPJPag CNPJProd CNPJReceb IE IEST cProdFisco',
  15: 'IM nCano nDI nRec nSerie',
  17: 'chassi nProt',
  20: 'RNTC balsa cAgreg cServico hashCSRT nDraw nLote nRECOPI vagao verAplic verProc',
  21: 'nMotor',
  22: 'xNEmp',
  30: 'cBarra cBarraTrib nProcesso nReceituario',
  40: 'idTermPag xCor',
  44: 'chNFe chaveAcesso refCTe refDFe refDFeAnt refNFe refNFeSig',
  60:
    'cExportador cFabricante cProd cSelo email emailDest esp idCadIntTran marca matr nDAR nDup nFat nLacre nProc nVol natOp ' +
    'nro repEmi xAgente xBairro xCont xContato xCpl xDed xEnder xEvento xFant xLgr xLocDesemb xLocDespacho xLocExporta xMun ' +
    'xNome xOrgao xPag xPais xPed xTexto',
  85: 'urlChave',
  95: 'descANP',
  120: 'xProd',
  128: 'cAut',
  255: 'xMotivo xMotivoIsencao xMsg xObs',
  256: 'descr xJust',
  500: 'infAdProd',
  1000: 'qrCode xCorrecao',
  2000: 'infAdFisco',
  5000: 'infCpl xSolic',
}

/** All else: amounts, codes and moments are shorter by far, and what a later layout brings may be longer. */
const others = 1000

const byName = new Map(
  Object.entries(textLengths).flatMap(([length, names]) => names.split(' ').map(name => [name, Number(length)])),
)

/** The most letters that a field of a fiscal document has. */
export const longestText = (name: string): number => byName.get(name) ?? others
