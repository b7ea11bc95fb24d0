import java.io.FileInputStream;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;

/** Checks files against PDF/A-3a; a line for each fault, and "compliant" for a file without any. */
public class Check {
  public static void main(String[] files) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    for (String file : files) {
      try (PDFAParser parser =
              Foundries.defaultInstance().createParser(new FileInputStream(file), PDFAFlavour.PDFA_3_A);
          PDFAValidator validator =
              Foundries.defaultInstance().createValidator(PDFAFlavour.PDFA_3_A, false)) {
        var result = validator.validate(parser);
        for (TestAssertion fault : result.getTestAssertions())
          System.out.println(
              file + "\t" + fault.getRuleId().getClause() + "-" + fault.getRuleId().getTestNumber()
                  + " " + fault.getMessage() + " " + fault.getLocation().getContext());
        if (result.isCompliant()) System.out.println(file + "\tcompliant");
      }
    }
  }
}
