/** One line of a data dictionary. */
export interface Donnee {
  readonly nom: string;
  readonly type: string;
  readonly usage: 'donnee' | 'resultat' | 'donnee et resultat' | 'interne';
}

export interface Dictionnaire {
  readonly donnees: readonly Donnee[];
}

interface Block {
  readonly libelle: string;
  readonly enfants: readonly Element[];
}

export interface Probleme extends Block {
  readonly typeElement: 'Probleme';
  readonly donnees: readonly string[];
  readonly resultats: readonly string[];
}

export interface Procedure extends Block {
  readonly nom: string;
  readonly donnees: readonly string[];
  readonly resultats: readonly string[];
  readonly dictionnaire: Dictionnaire;
}

export interface Action {
  readonly typeElement: 'Action';
  readonly instructions: readonly string[];
}

export interface Appel {
  readonly typeElement: 'Appel';
  readonly procedure: string;
  readonly arguments: readonly string[];
  readonly resultats: readonly string[];
}

export interface Condition extends Block {
  readonly expression: string | null;
}

export interface Alternative {
  readonly typeElement: 'Alternative';
  readonly enfants: readonly Condition[];
}

export interface BoucleBornee extends Block {
  readonly typeElement: 'BoucleBornee';
  readonly variable: string;
  readonly debut: string;
  readonly fin: string;
  readonly pas: string;
}

export interface BoucleNonBornee extends Block {
  readonly typeElement: 'BoucleNonBornee';
  readonly condition: string;
  readonly variant: string;
}

export type Element = Probleme | Action | Appel | Alternative | BoucleBornee | BoucleNonBornee;

/** The format of examples/algorithms, as far as an interpreter needs it. */
export interface Arbre {
  readonly dictionnaire: Dictionnaire;
  readonly racine: Probleme;
  readonly procedures: readonly Procedure[];
}
